import type { OwnAppointmentEvent } from '@carecommons/contract/appointment-events';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserLive } from '../../lib/calls/browser-live.ts';
import type { Call } from '../../lib/calls/call.ts';

const waitsKey = ['me', 'waits'] as const;
// As often as appointments: where the line is broken, nothing tells that a time is offered.
const renewalMs = 60_000;

/** Whom the person waits for, first joined first. */
export function waitsQuery(api: Call) {
  return queryOptions({
    queryKey: waitsKey,
    queryFn: () => api.call('GET /api/waiting/'),
    refetchInterval: renewalMs,
  });
}

/** Whether a provider's list is open, and whether the person is on it. */
export function waitQuery(api: Call, provider: number) {
  return queryOptions({
    queryKey: [...waitsKey, provider],
    queryFn: () => api.call('GET /api/waiting/:provider_id/', { params: { provider_id: provider } }),
  });
}

/** The person's own list as a provider. Nothing tells when somebody joins it. */
export function waitingListQuery(api: Call) {
  return queryOptions({
    queryKey: ['me', 'waiting-list'],
    queryFn: () => api.call('GET /api/waiting-list/'),
    refetchInterval: renewalMs,
  });
}

/** Refetches the waiting lists after a change. */
export function useRenewWaits(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: waitsKey });
}

/** The same as soon as an appointment has changed: a time may be offered, or be somebody else's by now. */
export function useLiveWaits() {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => void queries.invalidateQueries({ queryKey: waitsKey });
    return browserLive().onOwn((event) => {
      if ((event as OwnAppointmentEvent).kind === 'appointment') renew();
    }, renew);
  }, [queries]);
}
