import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { ownQuestionsQuery } from './member-api.ts';
import { QuestionCard } from './question-card.tsx';

/** The person's own questions, also hidden ones; fetched once they are asked for. */
export function OwnQuestions() {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 content-center font-semibold text-primary">
        <Trans>Your questions</Trans>
      </summary>
      {open && <List />}
    </details>
  );
}

function List() {
  const list = useInfiniteQuery(ownQuestionsQuery(useApi()));
  return (
    <QueryList
      list={list}
      failure={<Trans>Your questions could not be loaded.</Trans>}
      empty={
        <p className="text-muted">
          <Trans>You have not asked anything yet.</Trans>
        </p>
      }
    >
      {(questions) => (
        <ul className="grid gap-3">
          {questions.map((question) => (
            <li key={question.prob_id} className="min-w-0">
              <QuestionCard question={question} />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}
