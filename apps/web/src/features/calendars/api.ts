import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

/** The person's private calendar addresses, without what they are. */
export function calendarAddressesQuery(api: Call) {
  return queryOptions({ queryKey: ['me', 'calendars'], queryFn: () => api.call('GET /api/calendars/') });
}
