import type { OwnSession } from '@carecommons/contract/sessions';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useConfirmed } from '../../components/confirm-its-you.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useFocusAfter } from '../../lib/focus.ts';
import { sessionsQuery } from './api.ts';
import { SessionRow } from './session-row.tsx';

type Outcome = 'one' | 'others' | 'failed';

/** Where the person is signed in, and the way to end what is not wanted any more. */
export function OwnSessions() {
  const id = useId();
  const api = useApi();
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmed();
  const list = useInfiniteQuery(sessionsQuery(api));
  const [working, setWorking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const heading = useFocusAfter<HTMLHeadingElement>(working);

  async function end(which: OwnSession | 'others') {
    setWorking(true);
    setOutcome(undefined);
    try {
      await confirmed<unknown>(() =>
        which === 'others'
          ? api.call('POST /account/sign-out-elsewhere/')
          : api.call('DELETE /account/sessions/:session_id/', { params: { session_id: which.id } }),
      );
      setOutcome(which === 'others' ? 'others' : 'one');
    } catch {
      setOutcome('failed');
    }
    await queries.invalidateQueries({ queryKey: ['me', 'sessions'] });
    setWorking(false);
  }
  return (
    <section id="sessions" aria-labelledby={id}>
      <Card className="grid gap-5">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-lg">
          <Trans>Where you are signed in</Trans>
        </h2>
        <QueryList
          list={list}
          failure={<Trans>Your sessions could not be loaded.</Trans>}
          empty={
            <p className="text-muted">
              <Trans>You are not signed in anywhere.</Trans>
            </p>
          }
        >
          {(sessions) => (
            <>
              <ul className="divide-y divide-line border-y border-line">
                {sessions.map((session) => (
                  <SessionRow key={session.id} session={session} working={working} onEnd={() => void end(session)} />
                ))}
              </ul>
              {sessions.length > 1 && (
                <div className="grid gap-2">
                  <p className="text-sm text-muted">
                    <Trans>
                      Signing out everywhere else also ends links to your reports and your calendar addresses.
                    </Trans>
                  </p>
                  <Button
                    variant="danger"
                    className="justify-self-start"
                    aria-disabled={working}
                    onClick={() => !working && void end('others')}
                  >
                    <Trans>Sign out everywhere else</Trans>
                  </Button>
                </div>
              )}
            </>
          )}
        </QueryList>
        <Told outcome={outcome} />
        {dialog}
      </Card>
    </section>
  );
}

function Told({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined) return null;
  return (
    <Notice kind={outcome === 'failed' ? 'danger' : 'success'}>
      {outcome === 'one' && <Trans>That session is signed out.</Trans>}
      {outcome === 'others' && (
        <Trans>You are signed out everywhere else. Links to your reports and calendar addresses have ended too.</Trans>
      )}
      {outcome === 'failed' && <Trans>That was not signed out. Please try again.</Trans>}
    </Notice>
  );
}
