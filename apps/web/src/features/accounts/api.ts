import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/calls/api.ts';
import type { Call } from '../../lib/calls/call.ts';
import { useSignedIn } from '../../lib/session/session.ts';

/** The basic profile of the signed-in person; its fields are null before it is first saved. */
export function basicProfileQuery(api: Call) {
  return queryOptions({
    queryKey: ['me', 'basic-profile'],
    queryFn: () => api.call('GET /register/user/basic/'),
  });
}

/** The person's email address, and whether it is confirmed. */
export function ownEmailQuery(api: Call) {
  return queryOptions({ queryKey: ['me', 'email'], queryFn: () => api.call('GET /account/email/') });
}

/** The same where somebody is signed in; for nobody there is nothing to fetch. */
export const useOwnEmail = () => useQuery({ ...ownEmailQuery(useApi()), enabled: useSignedIn() });

/** Where the person is signed in, last used first. */
export function sessionsQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: ['me', 'sessions'],
    queryFn: ({ pageParam }) => api.list('GET /account/sessions/', { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}

/** How the account was used, newest first. */
export function ownEventsQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: ['me', 'account-events'],
    queryFn: ({ pageParam }) => api.list('GET /account/events/', { query: { limit: 10, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}
