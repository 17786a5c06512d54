import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/call.ts';

/** The basic profile of the signed-in person; its fields are null before it is first saved. */
export function basicProfileQuery(api: Call) {
  return queryOptions({
    queryKey: ['me', 'basic-profile'],
    queryFn: () => api.call('GET /register/user/basic/'),
  });
}
