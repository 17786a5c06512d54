import type { Question } from '@carecommons/contract/help';
import { questionLength } from '@carecommons/contract/limits';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { questionQuery, renewQuestions } from './member-api.ts';
import { useSend } from './send.ts';
import { SendForm } from './send-form.tsx';

/** Edits the text of one's own question. */
export function EditQuestion({ question, onDone }: { question: Question; onDone: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const id = question.prob_id;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const sending = useSend({
    draft: `question ${id}`,
    first: question.problem,
    async send(problem, idempotencyKey) {
      const params = { question_id: id };
      const line = 'PATCH /apis/help-center/:question_id/';
      const edited = await api.call(line, { params, body: { problem }, idempotencyKey });
      queries.setQueryData(questionQuery(api, String(id)).queryKey, edited);
      renewQuestions(queries);
      onDone();
    },
  });
  return (
    <SendForm
      form={form}
      sending={sending}
      label={<Trans>Your question</Trans>}
      maxLength={questionLength}
      rows={5}
      action={<Trans>Save</Trans>}
      busy={<Trans>Saving...</Trans>}
      done={null}
      beside={
        <Button
          variant="quiet"
          onClick={() => {
            sending.discard();
            onDone();
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
      }
    />
  );
}
