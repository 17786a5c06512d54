import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { blocksQuery } from './api.ts';
import { BlockNotice, useBlocking } from './blocking.tsx';

/** Whom one has blocked, and the way back; nothing where there is nobody. */
export function BlockedPeople() {
  const { t } = useLingui();
  const { data: people = [] } = useQuery(blocksQuery(useApi()));
  const { block, undo, notice } = useBlocking();
  if (people.length === 0 && notice === undefined) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Blocked people</Trans>
      </h2>
      <BlockNotice notice={notice} onUndo={(user) => void undo(user)} />
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface px-4 empty:hidden">
        {people.map((person) => (
          <li key={person.id} className="flex items-center justify-between gap-2 py-1">
            {person.username}
            <Button variant="plain" aria-label={t`Unblock: ${person.username}`} onClick={() => void undo(person)}>
              <Trans>Unblock</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {notice?.what === 'unblocked' && (
        <Button variant="plain" className="justify-self-start" onClick={() => void block(notice.user)}>
          <Trans>Block {notice.user.username} again</Trans>
        </Button>
      )}
    </section>
  );
}
