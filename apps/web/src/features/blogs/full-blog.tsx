import { mayChangeBlog } from '@carecommons/contract/blog-rules';
import type { Author } from '@carecommons/contract/blogs';
import { Trans } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { BadgeCheck, Pencil, Trash2 } from 'lucide-react';
import { ReportButton } from '../../components/report-button.tsx';
import { TrustedHtml } from '../../components/trusted-html.tsx';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageSkeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { useDecisions } from '../../lib/decisions.ts';
import { Link } from '../../lib/navigation.tsx';
import { usePerson } from '../../lib/session/role.ts';
import { blogQuery } from './members-api.ts';
import { Byline } from './byline.tsx';
import { LikeButton } from './like-button.tsx';

/** An article to read. */
export function FullBlog({ id }: { id: string }) {
  const query = blogQuery(useApi(), id);
  const { data: blog, error } = useSuspenseQuery(query);
  const queries = useQueryClient();
  useDecisions(`blog:${blog.id}`, () => void queries.invalidateQueries({ queryKey: query.queryKey }));
  // What was hidden or deleted while it was read must not stay.
  if (error instanceof CallError && error.status === 404) throw error;
  const person = usePerson();
  if (person === undefined) return <PageSkeleton />;
  const mine = mayChangeBlog(person, blog);
  const { title, body, author, created_at, hidden_reason } = blog;
  return (
    <article className="grid gap-6">
      <header className="grid gap-4">
        <h1 dir="auto" className="text-2xl md:text-3xl">
          {title}
        </h1>
        <div className="flex gap-3">
          <Avatar name={author.provider?.name ?? author.username} />
          <div className="grid min-w-0 content-center justify-items-start gap-1">
            <p>
              <Byline author={author} at={created_at} />
            </p>
            <Credential provider={author.provider} />
          </div>
        </div>
      </header>
      {hidden_reason !== null && (
        <Notice kind="info">
          <p className="font-semibold">
            <Trans>A moderator has hidden this article. Only its author and moderators see it.</Trans>
          </p>
          <p>{hidden_reason}</p>
          {mine && (
            <Link to="/decisions" className="inline-flex min-h-11 items-center font-semibold underline">
              <Trans>Read the decision, or appeal</Trans>
            </Link>
          )}
        </Notice>
      )}
      <TrustedHtml body={body} className="written text-lg" />
      <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6">
        <LikeButton blog={blog} />
        {mine ? (
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={`/blog/update/${blog.id}`} variant="quiet">
              <Pencil size={20} aria-hidden />
              <Trans>Update</Trans>
            </ButtonLink>
            <ButtonLink to={`/blog/del/${blog.id}`} variant="danger">
              <Trash2 size={20} aria-hidden />
              <Trans>Delete</Trans>
            </ButtonLink>
          </div>
        ) : (
          <ReportButton kind="blog" id={blog.id} hidden={hidden_reason !== null} />
        )}
      </footer>
    </article>
  );
}

function Credential({ provider }: Pick<Author, 'provider'>) {
  if (provider === null) return null;
  return (
    <>
      <p className="text-sm text-muted">{provider.education}</p>
      {provider.verified && (
        <Badge variant="good" icon={BadgeCheck}>
          <Trans>Verified provider</Trans>
        </Badge>
      )}
    </>
  );
}
