import type { DocumentName } from '@carecommons/contract/documents';
import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/call.ts';

/** One of the site's long texts. */
export function documentQuery(api: Call, document: DocumentName) {
  return queryOptions({
    queryKey: ['document', document],
    queryFn: () => api.call('GET /documents/:document/', { params: { document } }),
    staleTime: 300_000,
  });
}
