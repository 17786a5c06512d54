import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListSection } from '../../components/ui/list-section.tsx';
import { useApi } from '../../lib/calls/api.ts';
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
    <ListSection title={title} list={list} empty={empty} keyOf={({ id }) => id}>
      {(row) => <AppealCard appeal={row} />}
    </ListSection>
  );
}
