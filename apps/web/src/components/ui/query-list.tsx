import type { InfiniteData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '../../lib/calls/call.ts';
import { LoadFailure } from './load-failure.tsx';
import { ShowMore } from './show-more.tsx';
import { Coming, Skeleton } from './skeleton.tsx';

/** The result of a query for all rows at once, or for one page after the other. */
interface Query<Row> {
  data: Row[] | InfiniteData<ListPage<Row>> | undefined;
  error: unknown;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

interface Props<Row> {
  list: Query<Row>;
  /** Shown while the list is loading. */
  coming?: ReactNode;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** The message when the list could not be loaded. */
  failure: ReactNode;
  className?: string;
  /** Shows all rows that have come so far. */
  children: (rows: Row[]) => ReactNode;
}

/** A list in its four states: coming, failed, empty, there; with the way to more where it comes page by page. */
export function QueryList<Row>(props: Props<Row>) {
  const { list, coming = <ListComing />, empty, failure, className = 'gap-4', children } = props;
  const { data, error, refetch, hasNextPage = false, isFetchingNextPage = false, fetchNextPage = refetch } = list;
  if (data === undefined && error === null) return coming;
  const rows = data && ('pages' in data ? data.pages.flatMap((page) => page.rows) : data);
  return (
    <div className={`grid ${className}`}>
      {error !== null && (
        <LoadFailure
          title={failure}
          error={error}
          onRetry={() => void (list.isFetchNextPageError === true ? fetchNextPage() : refetch())}
        />
      )}
      {rows !== undefined && (rows.length === 0 && !hasNextPage ? empty : children(rows))}
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </div>
  );
}

/** A list that is coming. */
export function ListComing() {
  return (
    <Coming className="grid gap-4">
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </Coming>
  );
}
