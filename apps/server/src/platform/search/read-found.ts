import { type RawBuilder, sql } from 'kysely';

// How many rows of a list are scanned for words: few at first, more if the words are in many of these.
const few = 200;
const usuallyMany = 4000;

interface ScannedList {
  /** The alias of its rows, and their key. */
  row: string;
  id: string;
  /** A select of all rows that may be found, to which conditions can be added. */
  rows: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** The same order by the names within that select, if they differ. */
  within?: RawBuilder<unknown>;
  /** Whether a row is found. */
  match: RawBuilder<boolean>;
  /** The same condition in the form that an index serves. */
  lookUp?: RawBuilder<boolean>;
  most: number;
  /** How many rows may be scanned. */
  many?: number | undefined;
}

/**
 * The first rows of a list that match words. PostgreSQL cannot estimate how often words occur together: it would scan the whole
 * list for rare ones. So only the first rows are scanned. If these are not enough, or clearly will not be, the index is used.
 */
export async function readFound<R>(
  { row, id, rows, order, within = order, match, lookUp = match, most, many = usuallyMany }: ScannedList,
  read: (which: RawBuilder<boolean>) => Promise<R[]>,
): Promise<R[]> {
  const key = sql.ref(`${row}.${id}`);
  const firstOf = async (some: RawBuilder<unknown>, which: RawBuilder<boolean>) =>
    await read(sql<boolean>`${key} = any(array(
      select ${key} from (${some}) ${sql.ref(row)} where ${which} order by ${order} limit ${most}))`);
  const through = async (count: number) => await firstOf(sql`${rows} order by ${within} limit ${count}`, match);

  let found = await through(few);
  if (found.length < most && (found.length / few) * many >= most) found = await through(many);
  if (found.length === most) return found;
  // Because of "offset 0" PostgreSQL plans this without the order, and so by the index of the words.
  return await firstOf(sql`${rows} and ${lookUp} offset 0`, sql<boolean>`true`);
}
