import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { ByDay } from '../../components/ui/by-day.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { ListComing, QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { notificationsQuery, renewNotifications, unreadQuery } from './api.ts';
import { NotificationRow } from './notification-row.tsx';

/** The notifications of the person, by days, newest first. */
export function NotificationList() {
  const api = useApi();
  const queries = useQueryClient();
  const list = useInfiniteQuery(notificationsQuery(api));
  const unread = useQuery(unreadQuery(api));
  const open = async (id: number) => {
    // The visit is what was wanted: should this fail, it is unread the next time.
    await api
      .call('PUT /api/notifications/:notification_id/read/', { params: { notification_id: id } })
      .catch(() => undefined);
    await renewNotifications(queries);
  };
  // The button stands above the list, which it would push down if it came later. Without the count there is no button.
  if (unread.isPending && unread.errorUpdateCount === 0) return <ListComing />;
  return (
    <QueryList
      list={list}
      failure={<Trans>Your notifications could not be loaded.</Trans>}
      empty={
        <EmptyState
          title={<Trans>Nothing has happened yet</Trans>}
          action={
            <ButtonLink to="/providers">
              <Trans>Find a provider</Trans>
            </ButtonLink>
          }
        >
          <Trans>When somebody answers a request, or a visit is near, you read it here.</Trans>
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <ReadAll newest={rows[0]?.id} unread={unread.data?.unread ?? 0} />
          <ByDay rows={rows} at={({ created_at }) => created_at} keyOf={({ id }) => id}>
            {(row) => <NotificationRow notification={row} onOpen={() => row.read_at === null && void open(row.id)} />}
          </ByDay>
        </>
      )}
    </QueryList>
  );
}

/** Marks as read what stands here; what comes in the meantime stays new. */
function ReadAll({ newest, unread }: { newest: number | undefined; unread: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const [working, setWorking] = useState(false);
  const [failed, setFailed] = useState(false);
  const [done, setDone] = useState(false);

  async function readAll(upTo: number) {
    setWorking(true);
    setFailed(false);
    try {
      await api.call('PUT /api/notifications/read/', { body: { up_to: upTo } });
      setDone(true);
      // The button is about to go.
      document.getElementById('main')?.focus({ preventScroll: true });
    } catch {
      setFailed(true);
    }
    await renewNotifications(queries);
    setWorking(false);
  }
  if (newest === undefined || unread === 0) {
    return (
      <p role="status" className="sr-only">
        {done && <Trans>All is read.</Trans>}
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="quiet" aria-disabled={working} onClick={() => !working && void readAll(newest)}>
        <CheckCheck size={20} aria-hidden />
        <Trans>Mark all as read</Trans>
      </Button>
      {failed && (
        <Notice kind="danger">
          <Trans>That was not saved. Please try again.</Trans>
        </Notice>
      )}
    </div>
  );
}
