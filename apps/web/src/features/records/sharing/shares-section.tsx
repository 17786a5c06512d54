import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListRow } from '../../../components/ui/list-row.tsx';
import { QueryList } from '../../../components/ui/query-list.tsx';
import type { ListPage } from '../../../lib/calls/call.ts';

interface Props<Share> {
  list: UseInfiniteQueryResult<InfiniteData<ListPage<Share>>>;
  title: ReactNode;
  failure: ReactNode;
  /** How the shares stand beside each other. */
  columns?: string;
  children: (share: Share) => ReactNode;
}

/** A part of the page that is there only where something is shared. */
export function SharesSection<Share extends { id: number }>(props: Props<Share>) {
  const { list, title, failure, columns = '', children } = props;
  // What stands below it waits, and is not pushed down.
  if (list.isPending) return <div aria-busy="true" />;
  const some = list.isError || (list.data?.pages[0]?.rows.length ?? 0) > 0;
  if (!some) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-xl" tabIndex={-1}>
        {title}
      </h2>
      <QueryList list={list} failure={failure} empty={null}>
        {(shares) => (
          <ul className={`grid items-start gap-4 ${columns}`}>
            {shares.map((share) => (
              <ListRow key={share.id}>{children(share)}</ListRow>
            ))}
          </ul>
        )}
      </QueryList>
    </section>
  );
}
