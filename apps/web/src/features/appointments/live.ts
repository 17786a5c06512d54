import type { OwnAppointmentEvent } from '@carecommons/contract/appointment-events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserLive } from '../../lib/calls/browser-live.ts';
import { renewAppointments } from './api.ts';

/** Refetches the appointments of an open page as soon as one of them changes, wherever that happened. */
export function useLiveAppointments() {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => renewAppointments(queries);
    return browserLive().onOwn((event) => {
      if ((event as OwnAppointmentEvent).kind === 'appointment') renew();
    }, renew);
  }, [queries]);
}
