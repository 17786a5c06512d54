import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../calls/call.ts';

/** Which second factors the person has set up. */
export function secondFactorQuery(api: Call) {
  return queryOptions({ queryKey: ['me', 'second-factor'], queryFn: () => api.call('GET /account/second-factor/') });
}
