import { freeWithinDays } from '@carecommons/contract/limits';

/** What narrows the directory, as it stands in the address; each is there or left out. */
export interface Filters {
  speciality?: string | undefined;
  language?: string | undefined;
  gender?: 'woman' | 'man' | undefined;
  place?: string | undefined;
  max_fee?: string | undefined;
  free_within?: string | undefined;
}

// What the server takes: an address may come from anywhere.
const valid = {
  speciality: (text: string) => isNumber(text, 1, 999_999_999),
  language: (text: string) => text.length <= 40,
  gender: (text: string) => text === 'woman' || text === 'man',
  place: (text: string) => text.length <= 100,
  max_fee: (text: string) => isNumber(text, 0, 1_000_000),
  free_within: (text: string) => isNumber(text, 1, freeWithinDays),
};

function isNumber(text: string, least: number, most: number) {
  return /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

/** The filters in the search of an address; what is none of them, or cannot be one, is left out. */
export function filtersIn(search: URLSearchParams): Filters {
  const found: Record<string, string> = {};
  for (const [name, isValid] of Object.entries(valid)) {
    const value = search.get(name)?.trim();
    if (value && isValid(value)) found[name] = value;
  }
  return found;
}

/** What an address asks the directory for: its search and its filters. */
export function askedIn(search: URLSearchParams): Filters & { q?: string } {
  const q = search.get('q')?.trim();
  return { ...filtersIn(search), ...(q ? { q } : {}) };
}

/** The address of the directory with a search and filters. */
export function directoryAddress(q: string | undefined, filters: Filters): string {
  const given = Object.entries({ q, ...filters }).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given as [string, string][]).toString();
  return search === '' ? '/providers' : `/providers?${search}`;
}
