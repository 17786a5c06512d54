import type { FullBlog } from '@carecommons/contract/blogs';
import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { Wrong } from '../../components/ui/wrong.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { isSignedIn } from '../../lib/session/session.ts';
import { blogQuery } from './members-api.ts';

type Likes = Pick<FullBlog, 'liked' | 'likes_count'>;

/** Likes an article, once: nobody takes it back. It shows at once; where the server does not take it, it is said, and shows no more. */
export function LikeButton({ blog }: { blog: FullBlog }) {
  const api = useApi();
  const queries = useQueryClient();
  const { queryKey } = blogQuery(api, blog.id);
  const show = ({ liked, likes_count }: Likes) =>
    queries.setQueryData(queryKey, (before) => before && { ...before, liked, likes_count });
  const like = useMutation({
    mutationFn: () => api.call('POST /apis/like/:blog_id/', { params: { blog_id: blog.id } }),
    async onMutate() {
      // What is on its way would show it as it was.
      await queries.cancelQueries({ queryKey });
      show({ liked: true, likes_count: blog.likes_count + 1 });
      return blog;
    },
    onSuccess(now) {
      show(now);
      void queries.invalidateQueries({ queryKey: ['blogs'] });
    },
    onError(_error, _nothing, before) {
      if (before !== undefined) show(before);
      void queries.invalidateQueries({ queryKey });
    },
  });
  const done = blog.liked || like.isPending;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="quiet" aria-disabled={done} onClick={() => !done && isSignedIn() && like.mutate()}>
        <Heart size={20} className={blog.liked ? 'fill-current' : ''} aria-hidden />
        {blog.liked ? <Trans>Liked</Trans> : <Trans>Like</Trans>}
      </Button>
      <p role="status" className="text-muted">
        <Plural value={blog.likes_count} one="# like" other="# likes" />
      </p>
      {like.isError && (
        <Wrong>
          <Trans>That was not saved. Please try again.</Trans>
        </Wrong>
      )}
    </div>
  );
}
