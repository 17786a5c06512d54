import { homeBlogs } from '@carecommons/contract/limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

export function blogListQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: ['blogs', 'all'],
    queryFn: ({ pageParam }) => api.list('GET /apis/blogs/', { query: { cursor: pageParam, limit: 24 } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}

/** The articles that the home page shows. */
export function homeBlogsQuery(api: Call) {
  return queryOptions({
    queryKey: ['blogs', 'home'],
    queryFn: () => api.call('GET /apis/blogs/', { query: { limit: homeBlogs } }),
  });
}
