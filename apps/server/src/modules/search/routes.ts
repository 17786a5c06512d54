import * as contract from '@carecommons/contract/search';
import { route } from '../../platform/routing/routing.ts';
import { search } from './search.ts';
import { urgencyOf } from './urgent.ts';

export const searchRoutes = [
  // Not cached: content that was hidden a moment ago must not be found.
  route(contract.search, async ({ db, query: { q = '', limit } }) => await search(db, q, limit), { replica: true }),
  route(contract.searchUrgency, async ({ query: { q } }) => ({ urgent: urgencyOf(q) })),
];
