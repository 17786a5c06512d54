import type { Question } from '@carecommons/contract/help';
import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ListRow } from '../../components/ui/list-row.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { AnswerCard } from './answer-card.tsx';
import { AnswerForm } from './answer-form.tsx';
import { answersQuery } from './member-api.ts';

interface Props {
  question: Question;
  /** Who is reading. */
  me: { user_id: number };
  /** Says whether a provider is verified. */
  Verified: ComponentType<{ verified: boolean }>;
}

/** What was answered to a question, oldest first, and the way to answer it. */
export function Answers({ question, me, Verified }: Props) {
  const { prob_id: id, comment_count: count, hidden_reason } = question;
  const list = useInfiniteQuery(answersQuery(useApi(), id));
  return (
    <section className="one-after-another grid gap-4">
      <h2 className="text-xl" tabIndex={-1}>
        <Plural value={count} _0="Answers" one="# answer" other="# answers" />
      </h2>
      {/* In a box of its own, which what comes after it waits for. */}
      <div>
        <QueryList
          list={list}
          failure={<Trans>The answers could not be loaded.</Trans>}
          empty={
            <EmptyState title={<Trans>No answers yet. Be the first to respond!</Trans>}>
              <Trans>What worked for you may be what is missing here.</Trans>
            </EmptyState>
          }
        >
          {(answers) => (
            <ol className="grid gap-3">
              {answers.map((answer) => (
                <ListRow key={answer.id}>
                  <AnswerCard answer={answer} questionId={id} me={me} Verified={Verified} />
                </ListRow>
              ))}
            </ol>
          )}
        </QueryList>
      </div>
      {hidden_reason === null && <AnswerForm questionId={id} />}
    </section>
  );
}
