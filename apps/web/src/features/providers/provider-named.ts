import { pageAt } from '@carecommons/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/calls/api.ts';
import { providerQuery } from './api.ts';

/** The name of the provider whose page an address is; undefined where it is none, or not known yet. */
export function useProviderNamed(address: string | undefined): string | undefined {
  const id = pageAt(address?.replace(/[?#].*/, '') ?? '')?.params.providerId;
  return useQuery({ ...providerQuery(useApi(), id ?? ''), enabled: id !== undefined }).data?.[0]?.name;
}
