import { answerLength } from '@carecommons/contract/limits';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Card } from '../../components/ui/card.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { showGiven } from './member-api.ts';
import { useSend } from './send.ts';
import { SendForm } from './send-form.tsx';

/** The way to answer. */
export function AnswerForm({ questionId }: { questionId: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const sending = useSend({
    draft: `answer ${questionId}`,
    async send(comment, idempotencyKey) {
      const params = { question_id: questionId };
      const line = 'POST /apis/help-center/:question_id/comments/';
      showGiven(queries, questionId, await api.call(line, { params, body: { comment }, idempotencyKey }));
    },
    later: (comment) => ({
      line: 'POST /apis/help-center/:question_id/comments/',
      params: { question_id: questionId },
      body: { comment },
      page: `/comment/${questionId}`,
    }),
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
        done={<Trans>Your answer is above.</Trans>}
      />
    </Card>
  );
}
