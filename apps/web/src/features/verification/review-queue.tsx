import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListSection } from '../../components/ui/list-section.tsx';
import { useApi } from '../../lib/calls/api.ts';
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
      ? [<Trans key="title">Waiting for a check</Trans>, t`Nobody is waiting for a check.`]
      : [<Trans key="title">Decided</Trans>, t`Nothing was decided yet.`];
  return (
    <ListSection title={title} list={list} empty={empty} keyOf={({ id }) => id}>
      {(row) => <ClaimCard claim={row} me={me} />}
    </ListSection>
  );
}
