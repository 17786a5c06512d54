import type { DocumentName } from '@carecommons/contract/documents';
import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

/** One of the site's long texts, in a language where it is there. */
export function documentQuery(api: Call, document: DocumentName, language: string) {
  return queryOptions({
    queryKey: ['document', document, language],
    queryFn: () => api.call('GET /documents/:document/', { params: { document }, query: { language } }),
    staleTime: 300_000,
  });
}
