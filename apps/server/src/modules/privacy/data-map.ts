import { accounts } from './map-accounts.ts';
import { care } from './map-care.ts';
import { community } from './map-community.ts';
import { site } from './map-site.ts';
import type { TableData } from './table-data.ts';

/**
 * For every table of the database: whose its rows are, what of them is exported, and what never is. The export reads from it
 * what to export; erasures what to delete, restrict or anonymise. A test checks it against the database.
 */
export const dataMap: Readonly<Record<string, TableData>> = { ...accounts, ...care, ...community, ...site };
