import type { Answer, Question } from '@carecommons/contract/help';
import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError, isSignedOut } from '../../lib/calls/call.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { renewAnswers, renewQuestions } from './member-api.ts';

/** Deletes one's own question, and leads back to the others. */
export function DeleteQuestion({ question: { prob_id, comment_count: count } }: { question: Question }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Delete
      title={<Trans>Delete this question?</Trans>}
      send={async () => {
        await api.call('DELETE /apis/help-center/:question_id/', { params: { question_id: prob_id } });
        renewQuestions(queries);
        navigate('/help', { replace: true });
      }}
      onGone={() => renewAnswers(queries, prob_id)}
    >
      <Plural
        value={count}
        _0="It goes for good."
        one="It goes for good, and the answer with it."
        other="It goes for good, and its # answers with it."
      />
    </Delete>
  );
}

/** Deletes one's own answer. */
export function DeleteAnswer({ answer: { id }, questionId }: { answer: Answer; questionId: number }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <Delete
      title={<Trans>Delete this answer?</Trans>}
      send={async () => {
        await api.call('DELETE /apis/help-center/comments/:answer_id/', { params: { answer_id: id } });
        renewAnswers(queries, questionId);
      }}
      onGone={() => renewAnswers(queries, questionId)}
    >
      <Trans>It goes for good.</Trans>
    </Delete>
  );
}

const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

interface Props {
  title: ReactNode;
  children: ReactNode;
  send: () => Promise<void>;
  /** It was deleted elsewhere before: what is shown is out of date. */
  onGone: () => void;
}

/** The button, and the dialog that asks before anything is deleted. */
function Delete({ title, children, send, onGone }: Props) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: () => setAsking(false),
    onError: (why) => isGone(why) && onGone(),
  });
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Trash2 size={20} aria-hidden />
        <Trans>Delete</Trans>
      </Button>
      {asking && (
        <AlertDialog
          title={title}
          onClose={close}
          actions={
            <>
              <Button variant="quiet" onClick={close}>
                <Trans>Keep it</Trans>
              </Button>
              <Button variant="danger" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
                <Trans>Delete</Trans>
              </Button>
            </>
          }
        >
          <p>{children}</p>
          {error !== null && !isSignedOut(error) && (
            <Notice kind="danger">
              {isGone(error) ? (
                <Trans>It is gone already.</Trans>
              ) : (
                <Trans>It was not deleted. Please try again.</Trans>
              )}
            </Notice>
          )}
        </AlertDialog>
      )}
    </>
  );
}
