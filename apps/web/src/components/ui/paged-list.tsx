import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '../../lib/call.ts';
import { LoadFailure } from './load-failure.tsx';
import { ShowMore } from './show-more.tsx';
import { Coming, Skeleton } from './skeleton.tsx';

interface Props<Row> {
  list: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  /** What stands there when there is nothing. */
  empty: ReactNode;
  /** What it says when it could not be fetched. */
  failure: ReactNode;
  /** Shows all rows that have come so far. */
  children: (rows: Row[]) => ReactNode;
}

/** A list that comes page by page, in its four states: coming, failed, empty, there. */
export function PagedList<Row>({ list, empty, failure, children }: Props<Row>) {
  const { data, error, refetch } = list;
  if (data === undefined && error === null) return <ListComing />;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="grid gap-4">
      {error !== null && <LoadFailure title={failure} error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (rows.length === 0 ? empty : children(rows))}
      <ShowMore list={list} />
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
