import type { Question } from '@carecommons/contract/help';
import { Plural, Trans } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { ShowMore } from '../../components/ui/show-more.tsx';
import { RowsComing } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { questionListQuery } from './api.ts';
import { holds, together } from './matching.ts';
import { QuestionCard } from './question-card.tsx';

interface Props {
  /** What is typed by now. */
  typed: string;
  /** What the server is asked for: the same, a moment later. */
  q: string | undefined;
  /** Shown when there is none. */
  empty: ReactNode;
}

/** The questions that hold what is typed, at once of those that have come, and a moment later of all. */
export function QuestionList({ typed, q, empty }: Props) {
  const api = useApi();
  const all = useInfiniteQuery({ ...questionListQuery(api, undefined), enabled: q === undefined });
  const found = useInfiniteQuery({ ...questionListQuery(api, q), placeholderData: keepPreviousData });
  const list = q === undefined ? all : found;
  const rowsOf = ({ data }: typeof all) => data?.pages.flatMap(({ rows }) => rows) ?? [];
  const answered = typed === (q ?? '') && !list.isPlaceholderData && list.data !== undefined;
  const matching = (rows: Question[]) => (typed === '' ? rows : rows.filter((question) => holds(question, typed)));
  const shown =
    typed === '' ? rowsOf(all) : together(matching(rowsOf(all)), answered ? rowsOf(found) : matching(rowsOf(found)));
  const waiting = !answered && list.error === null;

  return (
    <section className="grid content-start gap-3" aria-busy={waiting}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">
          <Trans>Questions</Trans>
        </h2>
        <p role="status" className="text-sm text-muted">
          {waiting && shown.length === 0 ? (
            <Trans>Searching…</Trans>
          ) : list.hasNextPage ? (
            <Trans>Showing the first {shown.length}</Trans>
          ) : (
            <Plural value={shown.length} _0="None found" one="# question" other="# questions" />
          )}
        </p>
      </div>
      {list.error !== null && (
        <LoadFailure
          title={<Trans>The questions could not be loaded.</Trans>}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {shown.length === 0 && (waiting ? <RowsComing /> : list.error === null && empty)}
      <ul className="grid gap-3">
        {shown.map((question) => (
          <li key={question.prob_id} className="min-w-0">
            <QuestionCard question={question} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  );
}
