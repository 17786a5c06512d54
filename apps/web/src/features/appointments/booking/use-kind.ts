import { isConfirmedAtOnce, mayBookKind } from '@carecommons/contract/visit-kind-rules';
import type { PublicVisitKind } from '@carecommons/contract/visit-kinds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/calls/api.ts';
import { useSearchText } from '../../../lib/navigation.tsx';
import { useSignedIn } from '../../../lib/session/session.ts';
import { knownPatientQuery } from './api.ts';

export interface SelectedKind {
  /** The kind that will be booked; undefined for a provider without any. */
  kind: PublicVisitKind | undefined;
  choose: (id: number) => void;
  known: boolean | undefined;
  /** Whether it is not known yet what holds for the person. */
  pending: boolean;
  confirmedAtOnce: boolean;
}

/** The kind of visit that is selected: the one that the address names, or else a draft, if the person may book it, else the first. */
export function useKind(provider: number, kinds: readonly PublicVisitKind[], draft: number | undefined): SelectedKind {
  const named = Number(useSearchText('kind'));
  const [selected, choose] = useState(named || draft);
  const signedIn = useSignedIn();
  // Where it makes no difference, nobody asks.
  const matters = kinds.some(({ who_may_book, confirmation }) => who_may_book === 'known' || confirmation === 'known');
  const { data, isLoading } = useQuery({ ...knownPatientQuery(useApi(), provider), enabled: matters && signedIn });
  const known = matters ? data?.known : false;
  const kind = kinds.find((one) => one.id === selected && mayBookKind(one, known === true)) ?? kinds[0];
  return {
    kind,
    choose,
    known,
    pending: isLoading,
    confirmedAtOnce: kind !== undefined && isConfirmedAtOnce(kind, known === true),
  };
}
