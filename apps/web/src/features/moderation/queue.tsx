import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { moderatedQuery } from './api.ts';
import { ModeratedCard } from './moderated-card.tsx';

interface Props {
  state: 'waiting' | 'hidden';
  title: ReactNode;
  empty: ReactNode;
}

/** What waits for a moderator, or what is hidden, with the ways to decide. */
export function Queue({ state, title, empty }: Props) {
  const list = useInfiniteQuery(moderatedQuery(useApi(), state));
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      <PagedList
        list={list}
        failure={<Trans>This list could not be loaded.</Trans>}
        empty={<EmptyState title={empty} />}
      >
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((row) => (
              <li key={`${row.kind} ${row.id}`} className="min-w-0">
                <ModeratedCard item={row} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
