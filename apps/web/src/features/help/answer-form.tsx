import { answerLength } from '@carecommons/contract/limits';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Card } from '../../components/ui/card.tsx';
import { useApi } from '../../lib/api.ts';
import { showGiven } from './api.ts';
import { useSend } from './send.ts';
import { SendForm } from './send-form.tsx';

/** The way to answer. */
export function AnswerForm({ questionId }: { questionId: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const sending = useSend(async (comment, idempotencyKey) => {
    const given = await api.call('POST /apis/help-center/:question_id/comments/', {
      params: { question_id: questionId },
      body: { comment },
      idempotencyKey,
    });
    showGiven(queries, questionId, given);
  });
  return (
    <Card>
      <SendForm
        sending={sending}
        label={<Trans>Your answer</Trans>}
        hint={
          <Trans>
            Say what you know or lived through. What to take, and how much, is for the person’s own doctor to say.
          </Trans>
        }
        maxLength={answerLength}
        rows={4}
        action={<Trans>Post answer</Trans>}
        busy={<Trans>Posting...</Trans>}
        done={<Trans>Your answer stands above.</Trans>}
      />
    </Card>
  );
}
