import type { OwnBlog } from '@carecommons/contract/blogs';
import { blogRestoreDays } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { dayOf } from '../../lib/texts/format.ts';
import { useSite } from '../../lib/site.ts';
import { ownBlogsQuery, renewBlogs } from './members-api.ts';
import { BlogCard } from './blog-card.tsx';

/** The person's own articles, with what can be done with each. */
export function OwnBlogs({ user }: { user: number }) {
  const { t } = useLingui();
  const list = useInfiniteQuery(ownBlogsQuery(useApi(), user, false));
  return (
    <QueryList
      list={list}
      failure={<Trans>Your blogs could not be loaded.</Trans>}
      empty={
        <EmptyState
          title={<Trans>No Blog Right Now</Trans>}
          action={
            <ButtonLink to="/createblog">
              <Trans>Write an article</Trans>
            </ButtonLink>
          }
        >
          <Trans>What you write stands here, where you can change or delete it.</Trans>
        </EmptyState>
      }
    >
      {(blogs) => (
        <ul className="grid gap-4 md:grid-cols-2 md:gap-6">
          {blogs.map((blog) => (
            <li key={blog.id} className="min-w-0">
              <BlogCard blog={blog} heading="h2">
                {blog.hidden_reason !== null && (
                  <Notice kind="info">
                    <Trans>Hidden by a moderator: {blog.hidden_reason}</Trans>
                  </Notice>
                )}
                <div className="flex flex-wrap gap-2">
                  <ButtonLink to={`/blog/update/${blog.id}`} variant="quiet" aria-label={t`Update: ${blog.title}`}>
                    <Trans>Update</Trans>
                  </ButtonLink>
                  <ButtonLink to={`/blog/del/${blog.id}`} variant="danger" aria-label={t`Delete: ${blog.title}`}>
                    <Trans>Delete</Trans>
                  </ButtonLink>
                </div>
              </BlogCard>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

/** What the person has deleted and can still restore; nothing where there is none. */
export function DeletedBlogs({ user }: { user: number }) {
  const list = useInfiniteQuery(ownBlogsQuery(useApi(), user, true));
  const none = list.data?.pages.every(({ rows }) => rows.length === 0) ?? true;
  if (none && list.error === null) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">
        <Trans>Deleted</Trans>
      </h2>
      <QueryList list={list} failure={<Trans>Your deleted blogs could not be loaded.</Trans>} empty={null}>
        {(blogs) => (
          <ul className="grid gap-2">
            {blogs.map((blog) => (
              <Deleted key={blog.id} blog={blog} />
            ))}
          </ul>
        )}
      </QueryList>
    </section>
  );
}

const dayMs = 86_400_000;

function Deleted({ blog }: { blog: OwnBlog }) {
  const { t, i18n } = useLingui();
  const { default_time_zone: zone } = useSite();
  const api = useApi();
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: () => api.call('POST /apis/blogs/:blog_id/restore/', { params: { blog_id: blog.id } }),
    onSuccess() {
      // The button is about to go.
      document.getElementById('main')?.focus({ preventScroll: true });
      renewBlogs(queries);
    },
    onError: (error) => console.error(error),
  });
  const end = new Date(new Date(blog.deleted_at ?? 0).getTime() + blogRestoreDays * dayMs).toISOString();
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <p dir="auto" className="font-semibold">
            {blog.title}
          </p>
          <p className="text-sm text-muted">
            <Trans>Can be restored until {dayOf(i18n, end, zone)}</Trans>
          </p>
        </div>
        <Button
          variant="quiet"
          aria-label={t`Restore: ${blog.title}`}
          aria-disabled={restore.isPending}
          onClick={() => !restore.isPending && restore.mutate()}
        >
          <Trans>Restore</Trans>
        </Button>
      </div>
      {restore.isError && (
        <LoadFailure
          title={<Trans>The blog could not be restored.</Trans>}
          error={restore.error}
          onRetry={() => restore.mutate()}
        />
      )}
    </li>
  );
}
