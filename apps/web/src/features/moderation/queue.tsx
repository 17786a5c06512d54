import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListSection } from '../../components/ui/list-section.tsx';
import { useApi } from '../../lib/calls/api.ts';
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
    <ListSection title={title} list={list} empty={empty} keyOf={({ kind, id }) => `${kind} ${id}`}>
      {(row) => <ModeratedCard item={row} />}
    </ListSection>
  );
}
