/** What a provider's long list is searched by: words, and the first and the last day. They stand in the address. */
export const listFilters = ['q', 'from', 'to'] as const;
export type ListFilters = Record<(typeof listFilters)[number], string | undefined>;
