import type { DeadLetter } from '@carecommons/contract/administration';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { deadLettersQuery } from './api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { AdminFrame } from './frame.tsx';
import { useWords } from './words.ts';

/** Emails and other work that were given up after many tries. */
export function DeadLetters() {
  const { t } = useLingui();
  return (
    <AdminFrame title={t`Emails that could not be sent`} grant="administrator">
      <All />
    </AdminFrame>
  );
}

function All() {
  const list = useInfiniteQuery(deadLettersQuery(useApi()));
  return (
    <QueryList
      list={list}
      failure={<Trans>The emails could not be loaded.</Trans>}
      empty={
        <EmptyState title={<Trans>No email was given up.</Trans>}>
          <Trans>An email that cannot be sent is retried for some hours before it appears here.</Trans>
        </EmptyState>
      }
    >
      {(letters) => (
        <ul className="grid gap-3 md:grid-cols-2">
          {letters.map((letter) => (
            <li key={letter.id} className="min-w-0">
              <DeadLetterCard letter={letter} />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

function DeadLetterCard({ letter: { id, kind, person, tries, error, created_at, dead_at } }: { letter: DeadLetter }) {
  const { t } = useLingui();
  const api = useApi();
  const words = useWords();
  const [asking, setAsking] = useState(false);
  return (
    <article className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <h2 className="text-base">
        {words.jobs[kind]}
        {person !== null && (
          <>
            {' '}
            <Trans>
              to{' '}
              <Link to={`/admin/users/${person.id}`} className="underline underline-offset-4">
                <bdi>{person.username}</bdi>
              </Link>
            </Trans>
          </>
        )}
      </h2>
      <p className="text-sm text-muted">
        <Trans>
          Written {words.moment(created_at)}, given up {words.moment(dead_at)}
        </Trans>
      </p>
      <p className="text-sm wrap-anywhere">
        <Plural value={tries} one="# try" other="# tries" />
        {' · '}
        <code>{error}</code>
      </p>
      <Button variant="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
        <Trans>Try again</Trans>
      </Button>
      {asking && (
        <ConfirmDialog
          title={<Trans>Try to send it again?</Trans>}
          text={
            <Trans>Sending starts again from the beginning. If it keeps failing for some hours, it returns here.</Trans>
          }
          action={t`Try again`}
          onClose={() => setAsking(false)}
          send={(_, idempotencyKey) =>
            api.call('POST /api/admin/letters/:letter_id/retry/', { params: { letter_id: id }, idempotencyKey })
          }
        />
      )}
    </article>
  );
}
