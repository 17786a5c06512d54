import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What the server has fetched for a page, as it stands in the document: the key of each query, its data, and of when they are. */
export type CarriedData = [key: QueryKey, data: unknown, at: number][];

export function carriedData(queries: QueryClient): CarriedData {
  return queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data, state.dataUpdatedAt]);
}

/** Puts them into the browser's cache, so that the first rendering there is the same. */
export function takeOver(queries: QueryClient, carried: CarriedData) {
  for (const [key, data, updatedAt] of carried) queries.setQueryData(key, data, { updatedAt });
}
