import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

// What only the signed-in ask for: no reader of a public page loads it.

/** One article as the signed-in person reads it. */
export function blogQuery(api: Call, id: string | number) {
  return queryOptions({
    queryKey: ['me', 'blog', String(id)],
    queryFn: () => api.call('GET /apis/full/:blog_id/', { params: { blog_id: id } }),
  });
}

/** One of the person's own articles in Markdown. */
export function blogSourceQuery(api: Call, id: string) {
  return queryOptions({
    queryKey: ['me', 'blog-source', id],
    queryFn: () => api.call('GET /apis/blogs/:blog_id/', { params: { blog_id: id } }),
  });
}

/** The person's own articles, or the deleted ones that can be restored. */
export function ownBlogsQuery(api: Call, user: number, deleted: boolean) {
  return infiniteQueryOptions({
    queryKey: ['me', 'blogs', user, deleted],
    queryFn: ({ pageParam }) =>
      api.list('GET /apis/personal/:user_id/', {
        params: { user_id: user },
        query: { cursor: pageParam, ...(deleted ? { deleted: 'true' as const } : {}) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}

/** What Markdown looks like to readers. */
export function previewQuery(api: Call, content: string) {
  return queryOptions({
    queryKey: ['me', 'blog-preview', content],
    queryFn: ({ signal }) => api.call('POST /apis/blogs/preview/', { body: { content }, signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** Refetches articles after one was changed. */
export function renewBlogs(queries: QueryClient) {
  for (const key of [['blogs'], ['me', 'blogs'], ['me', 'blog'], ['me', 'blog-source']])
    void queries.invalidateQueries({ queryKey: key });
}
