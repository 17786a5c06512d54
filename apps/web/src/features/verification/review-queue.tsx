import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { claimsQuery } from './api.ts';
import { ClaimCard } from './claim-card.tsx';

interface Props {
  state: 'waiting' | 'decided';
  me: number;
}

/** What waits for a verifier, oldest first, or what was decided. */
export function ReviewQueue({ state, me }: Props) {
  const { t } = useLingui();
  const list = useInfiniteQuery(claimsQuery(useApi(), state));
  const [title, empty]: [ReactNode, string] =
    state === 'waiting'
      ? [<Trans key="title">Waiting for a check</Trans>, t`Nobody waits for a check.`]
      : [<Trans key="title">Decided</Trans>, t`Nothing was decided yet.`];
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
                <ClaimCard claim={row} me={me} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
