import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { AppealCard } from './appeal-card.tsx';
import { appealsQuery } from './decided-api.ts';

interface Props {
  state: 'waiting' | 'decided';
  title: ReactNode;
  empty: ReactNode;
}

/** The appeals that wait, or the decided ones. */
export function Appeals({ state, title, empty }: Props) {
  const list = useInfiniteQuery(appealsQuery(useApi(), state));
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
              <li key={row.id} className="min-w-0">
                <AppealCard appeal={row} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
