import * as contract from '@carecommons/contract/search';
import { route } from '../../platform/routing/routing.ts';
import { search } from './search.ts';
import { urgencyOf } from './urgent.ts';

export const searchRoutes = [
  // Not kept: what was hidden a moment ago must not be found any more.
  route(contract.search, async ({ db, query: { q = '', limit } }) => await search(db, q, limit), { replica: true }),
  route(contract.searchUrgency, async ({ query: { q } }) => ({ urgent: urgencyOf(q) })),
];
