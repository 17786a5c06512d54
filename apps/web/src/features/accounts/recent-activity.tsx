import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { AccountEventText } from '../../components/account-event.tsx';
import { Card } from '../../components/ui/card.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { ownEventsQuery } from './api.ts';

/** How the account was used of late, and what to do about what was somebody else. */
export function RecentActivity() {
  const id = useId();
  const list = useInfiniteQuery(ownEventsQuery(useApi()));
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <div className="grid gap-2">
          <h2 id={id} className="text-lg">
            <Trans>Recent activity</Trans>
          </h2>
          <p className="text-muted">
            <Trans>
              Was something here not you? <a href="#password">Change your password</a>, then{' '}
              <a href="#sessions">sign out everywhere else</a>.
            </Trans>
          </p>
        </div>
        <QueryList
          list={list}
          failure={<Trans>Your recent activity could not be loaded.</Trans>}
          empty={
            <p className="text-muted">
              <Trans>Nothing is on record yet.</Trans>
            </p>
          }
        >
          {(events) => (
            <ol className="divide-y divide-line border-y border-line">
              {events.map((event) => (
                <li key={event.id} className="py-3">
                  <AccountEventText event={event} />
                </li>
              ))}
            </ol>
          )}
        </QueryList>
      </Card>
    </section>
  );
}
