import * as contract from '@carecommons/contract/documents';
import { openResponseCache } from '../../platform/cache/cache.ts';
import { route } from '../../platform/routing/routing.ts';
import { getDocument } from './documents.ts';

// A change of the operator's files appears when the cached page expires.
const documentTexts = openResponseCache({ name: 'documents' });

export const siteRoutes = [
  route(
    contract.getDocument,
    async ({ params, query, config }) => await getDocument(params.document, query.language ?? 'en', config),
    {
      cache: documentTexts,
    },
  ),
];
