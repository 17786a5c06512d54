import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * What a form starts with: fetched before the form is shown, then kept for as long as the page is, for a form must not
 * change under the hands that fill it, nor go when the session does.
 */
export function usePrefill<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) {
  const [loaded, setLoaded] = useState<Data>();
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: loaded === undefined });
  if (loaded === undefined && data !== undefined && !isFetching) setLoaded(data);
  return { prefill: loaded, error: loaded === undefined && !isFetching ? error : null, retry: () => void refetch() };
}
