import { homeProviders } from '@carecommons/contract/limits';
import type { Provider } from '@carecommons/contract/providers';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';
import type { Filters } from './filters.ts';

export function specialitiesQuery(api: Call) {
  return queryOptions({
    queryKey: ['specialities'],
    queryFn: () => api.call('GET /speciality/', { query: { limit: 200 } }),
    staleTime: 300_000,
  });
}

/** Their names alone, where no more is shown: what a page shows first stands within it. */
export function specialityNamesQuery(api: Call) {
  return queryOptions({
    queryKey: ['specialities', 'names'],
    queryFn: async () =>
      (await api.call('GET /speciality/', { query: { limit: 200 } })).map(({ id, name }) => ({ id, name })),
    staleTime: 300_000,
  });
}

/** What a list shows of a provider. */
export type ListedProvider = Omit<Provider, 'about' | 'education' | 'registration_number' | 'council'>;

function listed(provider: Provider): ListedProvider {
  const { about: _, education: __, registration_number: ___, council: ____, ...shown } = provider;
  return shown;
}

/** Whether a text of an address can be the id of a speciality. */
export const isSpecialityId = (text: string | number) => /^[1-9]\d{0,8}$/.test(String(text));

/** One speciality as a list of one, or of none; of one that was merged, the one that it went into. */
export function specialityQuery(api: Call, id: string | number) {
  return queryOptions({
    queryKey: ['specialities', String(id)],
    queryFn: async () => (isSpecialityId(id) ? await api.call('GET /speciality/', { query: { id } }) : []),
    staleTime: 300_000,
  });
}

/** Which providers: those of one speciality's page, or those of the directory that a search and filters leave. */
export interface Wanted extends Filters {
  of?: string | undefined;
  q?: string | undefined;
}

export function providerListQuery(api: Call, { of, ...asked }: Wanted) {
  return infiniteQueryOptions({
    queryKey: ['providers', of ?? null, asked],
    queryFn: async ({ pageParam }) => {
      const { rows, ...page } = await (of === undefined
        ? api.list('GET /providers/', { query: { ...asked, cursor: pageParam, limit: 24 } })
        : api.list('GET /providers/speciality/:speciality_id/', {
            params: { speciality_id: of },
            query: { cursor: pageParam, limit: 24 },
          }));
      return { ...page, rows: rows.map(listed) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}

/** The providers that the home page shows. */
export function homeProvidersQuery(api: Call) {
  return queryOptions({
    queryKey: ['providers', 'home'],
    queryFn: async () => (await api.call('GET /providers/', { query: { limit: homeProviders } })).map(listed),
  });
}

/** One provider as a list of one, or of none. */
export function providerQuery(api: Call, providerId: string) {
  return queryOptions({
    queryKey: ['provider', providerId],
    // An address without a number in it is no provider's; asking would only say that it is none.
    queryFn: async () =>
      /^\d{1,9}$/.test(providerId)
        ? await api.call('GET /providers/:provider_id/', { params: { provider_id: providerId } })
        : [],
  });
}

export function ownProviderProfileQuery(api: Call) {
  return queryOptions({ queryKey: ['me', 'provider-profile'], queryFn: () => api.call('GET /register/provider/') });
}
