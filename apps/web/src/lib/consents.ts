import { type Purpose, versionOf } from '@carecommons/contract/consent-purposes';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call } from './calls/call.ts';

const consentsKey = ['me', 'consents'] as const;

/** What the person agreed to, and what not. */
export function consentsQuery(api: Call) {
  return queryOptions({ queryKey: consentsKey, queryFn: () => api.call('GET /api/my-data/consents/') });
}

export const renewConsents = (queries: QueryClient) => queries.invalidateQueries({ queryKey: consentsKey });

/** Agrees to a purpose in the version of it that this page shows. */
export async function giveConsent(api: Call, queries: QueryClient, purpose: Purpose) {
  await api.call('POST /api/my-data/consents/:purpose/', {
    params: { purpose },
    body: { version: versionOf[purpose] },
  });
  await renewConsents(queries);
}
