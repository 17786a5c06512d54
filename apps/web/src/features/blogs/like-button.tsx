import type { FullBlog } from '@carecommons/contract/blogs';
import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { useApi } from '../../lib/api.ts';
import { isSignedIn } from '../../lib/session.ts';
import { blogQuery } from './members-api.ts';

/** Likes an article, once: nobody takes it back. */
export function LikeButton({ blog }: { blog: FullBlog }) {
  const api = useApi();
  const queries = useQueryClient();
  const like = useMutation({
    mutationFn: () => api.call('POST /apis/like/:blog_id/', { params: { blog_id: blog.id } }),
    onSuccess(now) {
      queries.setQueryData(blogQuery(api, blog.id).queryKey, (before) => before && { ...before, ...now });
      void queries.invalidateQueries({ queryKey: ['blogs'] });
    },
    // Nothing is said of it; the button can be pressed again.
    onError: (error) => console.error(error),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="quiet" disabled={blog.liked || like.isPending} onClick={() => isSignedIn() && like.mutate()}>
        <Heart size={20} className={blog.liked ? 'fill-current' : ''} aria-hidden />
        {blog.liked ? <Trans>Liked</Trans> : <Trans>Like</Trans>}
      </Button>
      <p role="status" className="text-muted">
        <Plural value={blog.likes_count} one="# like" other="# likes" />
      </p>
    </div>
  );
}
