import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../calls/call.ts';

/** When the signed-in person is signed out for want of activity, and until when a second factor has to be set up. */
export function sessionRulesQuery(api: Call) {
  return queryOptions({
    queryKey: ['me', 'session-rules'],
    queryFn: () => api.call('GET /account/session-rules/'),
    staleTime: 300_000,
  });
}
