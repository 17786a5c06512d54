import type { QueryOf } from '@carecommons/contract/endpoint';
import type { listProviders as endpoint, Provider } from '@carecommons/contract/providers';
import { type Db, type Page, pageOf } from '../../platform/db/db.ts';
import { likelyMeant, wordsOf } from '../../platform/search/search.ts';
import { freeWithin } from '../appointments/appointments.ts';
import { publishesHours } from '../schedules/schedules.ts';
import { placeNames } from './place-names.ts';
import { listProviders } from './providers.ts';
import type { Cursor } from './search.ts';

// Conditions without an index are checked on batches of this size, up to this many rows for a page. So a page may be short and
// still have a next one.
const atOnce = 50;
const scannedAtMost = 500;

type ListQuery = Omit<QueryOf<typeof endpoint>, 'cursor'> & { after?: Cursor | undefined };

/** A page of the directory with filters. */
export async function listDirectory(
  db: Db,
  { q, place, free_within, limit, after, ...narrowed }: ListQuery,
  now: Date,
): Promise<Page<Provider>> {
  // Words of the place are searched for like all words, and then checked against the address: a name may be that of a city.
  const filters = { ...narrowed, q, place, only: free_within === undefined ? undefined : publishesHours };
  if (!place && free_within === undefined) return await listProviders(db, { ...filters, limit, after });

  const found: Awaited<ReturnType<typeof listProviders>>['rows'] = [];
  let from = after;
  for (let scanned = 0; scanned < scannedAtMost && found.length <= limit; scanned += atOnce) {
    const { rows, next } = await listProviders(db, { ...filters, limit: atOnce, after: from });
    const near = place ? rows.filter((row) => isAt(row, place)) : rows;
    const ids = near.map(({ user }) => user);
    const asIs = free_within === undefined || ids.length === 0;
    const free = asIs ? new Set(ids) : await freeWithin(db, ids, free_within, now);
    found.push(...near.filter(({ user }) => free.has(user)));
    from = next;
    if (from === undefined) break;
  }
  const page = pageOf(found, limit, ({ step, name_key, user }): Cursor => [step, name_key, user]);
  return { rows: page.rows, next: page.next ?? from };
}

/** Whether each word of a place begins a word of the address, or is a likely typing error of one. */
function isAt({ address, city }: Provider, place: string): boolean {
  const written = `${address} ${city ?? ''}`;
  const words = wordsOf(`${written} ${placeNames(written)}`);
  return wordsOf(place).every(
    (sought) => words.some((word) => word.startsWith(sought)) || likelyMeant(sought, words).length > 0,
  );
}
