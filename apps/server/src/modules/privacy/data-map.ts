import { accounts } from './map-accounts.ts';
import { care } from './map-care.ts';
import { community } from './map-community.ts';
import { site } from './map-site.ts';
import type { TableData } from './table-data.ts';

/**
 * Every table of the database: whose its rows are, what of them is given to the person, and what to nobody. The export reads
 * from it what to give, erasure what to delete, to restrict or to make nameless; a test holds it to the database.
 */
export const dataMap: Readonly<Record<string, TableData>> = { ...accounts, ...care, ...community, ...site };
