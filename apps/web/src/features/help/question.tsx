import type { Question } from '@carecommons/contract/help';
import { mayChange } from '@carecommons/contract/help-rules';
import { deletedUser } from '@carecommons/contract/erasure-rules';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReportButton } from '../../components/report-button.tsx';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useDecisions } from '../../lib/decisions.ts';
import { useFocusAfter } from '../../lib/focus.ts';
import { DeleteQuestion } from './delete.tsx';
import { EditQuestion } from './edit-question.tsx';
import { HiddenNotice } from './hidden-notice.tsx';
import { renewAnswers } from './member-api.ts';
import { Written } from './written.tsx';

interface Props {
  question: Question;
  /** Who is reading. */
  me: { user_id: number };
}

/** A question in full; its author changes or deletes it here. */
export function QuestionView({ question, me }: Props) {
  const [editing, setEditing] = useState(false);
  const edit = useFocusAfter<HTMLButtonElement>(editing);
  const { prob_id, problem, user, hidden_reason } = question;
  const queries = useQueryClient();
  useDecisions(`question:${prob_id}`, () => renewAnswers(queries, prob_id));
  const own = mayChange(me, user.id);
  return (
    <article className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-6">
      <header className="flex items-center gap-3 text-sm text-muted">
        <Avatar name={user.username} />
        <Written by={user.username} question={question} />
      </header>
      {hidden_reason !== null && <HiddenNotice reason={hidden_reason} own={own} />}
      {editing ? (
        <EditQuestion question={question} onDone={() => setEditing(false)} />
      ) : (
        <>
          <p dir="auto" className="max-w-read text-lg whitespace-pre-line">
            {problem}
          </p>
          {own ? (
            <div className="flex flex-wrap gap-2">
              <Button ref={edit} variant="quiet" onClick={() => setEditing(true)}>
                <Trans>Edit</Trans>
              </Button>
              <DeleteQuestion question={question} />
            </div>
          ) : (
            <div className="-ms-4 flex">
              {user.username !== deletedUser && (
                <ReportButton kind="question" id={prob_id} hidden={hidden_reason !== null} />
              )}
            </div>
          )}
        </>
      )}
    </article>
  );
}
