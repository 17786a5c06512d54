import { Trans } from '@lingui/react/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '../../lib/calls/call.ts';
import { ListRow } from './list-row.tsx';
import { QueryList } from './query-list.tsx';

interface Props<Row> {
  title: ReactNode;
  /** Shown between the title and the list. */
  lead?: ReactNode;
  list: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  /** The message when the list is empty. */
  empty: ReactNode;
  keyOf: (row: Row) => string | number;
  /** One row, as a card. */
  children: (row: Row) => ReactNode;
}

/** A part of a page that is one list of cards, which comes page by page. */
export function ListSection<Row>({ title, lead, list, empty, keyOf, children }: Props<Row>) {
  return (
    <section className="grid gap-4">
      <h2 className="text-xl" tabIndex={-1}>
        {title}
      </h2>
      {lead}
      <QueryList
        list={list}
        failure={<Trans>This list could not be loaded.</Trans>}
        empty={<p className="text-muted">{empty}</p>}
      >
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((row) => (
              <ListRow key={keyOf(row)}>{children(row)}</ListRow>
            ))}
          </ul>
        )}
      </QueryList>
    </section>
  );
}
