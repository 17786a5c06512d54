import type { OwnAppointmentEvent } from '@carecommons/contract/appointment-events';
import type { OwnNotificationEvent } from '@carecommons/contract/notification-rules';
import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserLive } from '../../lib/calls/browser-live.ts';
import type { Call } from '../../lib/calls/call.ts';

const key = ['me', 'notifications'] as const;
const choicesKey = ['me', 'notification-choices'] as const;
const devicesKey = ['me', 'push-devices'] as const;
// Where the live line is cut off for good.
const renewalMs = 60_000;

/** The number of unread notifications. */
export function unreadQuery(api: Call) {
  return queryOptions({
    queryKey: [...key, 'unread'],
    queryFn: () => api.call('GET /api/notifications/unread/'),
    refetchInterval: renewalMs,
  });
}

/** The notifications of the person, newest first. */
export function notificationsQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...key, 'list'],
    queryFn: ({ pageParam }) => api.list('GET /api/notifications/', { query: { cursor: pageParam, limit: 30 } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** The channels that the person chose for each topic, and the quiet hours. */
export function choicesQuery(api: Call) {
  return queryOptions({ queryKey: choicesKey, queryFn: () => api.call('GET /api/notification-choices/') });
}

/** The browsers in which the person gets pushes. */
export function devicesQuery(api: Call) {
  return queryOptions({ queryKey: devicesKey, queryFn: () => api.call('GET /api/push-devices/') });
}

/** Refetches the list and the count. */
export const renewNotifications = (queries: QueryClient) => queries.invalidateQueries({ queryKey: key });
export const renewChoices = (queries: QueryClient) => queries.invalidateQueries({ queryKey: choicesKey });
export const renewDevices = (queries: QueryClient) => queries.invalidateQueries({ queryKey: devicesKey });

/** Keeps the list and the count up to date while the component is mounted. */
export function useLiveNotifications() {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => void renewNotifications(queries);
    return browserLive().onOwn((event) => {
      // Whoever decides about a visit has read the notification about it.
      const { kind } = event as OwnNotificationEvent | OwnAppointmentEvent;
      if (kind === 'notifications' || kind === 'appointment') renew();
    }, renew);
  }, [queries]);
}
