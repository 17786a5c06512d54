import { blogDeletionRedirectMs, blogRestoreDays } from '@carecommons/contract/limits';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { renewBlogs } from './members-api.ts';

/** Deletes an article, once, after the page is there: never while it is only prepared. Then leads to the list. */
export function DeleteBlog({ id }: { id: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sent = useRef(false);
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState(false);

  async function erase() {
    setFailure(undefined);
    try {
      await api.call('DELETE /apis/blogs/:blog_id/', { params: { blog_id: id } }).catch(goneAlready);
      renewBlogs(queries);
      setDone(true);
    } catch (error) {
      console.error(error);
      setFailure(error);
    }
  }

  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void erase();
  });

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => navigate('/blog', { replace: true }), blogDeletionRedirectMs);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  if (failure !== undefined) {
    return (
      <LoadFailure title={<Trans>The blog could not be deleted.</Trans>} error={failure} onRetry={() => void erase()} />
    );
  }
  return (
    <div role="status" className="grid gap-2">
      <p className="text-lg font-semibold">
        <Trans>Deleting the blog...</Trans>
      </p>
      <p className="text-muted">
        <Trans>For {blogRestoreDays} days you can restore it from your blogs.</Trans>
      </p>
    </div>
  );
}

/** The page was opened again: what it is for was done before. */
function goneAlready(error: unknown) {
  if (!(error instanceof CallError) || error.status !== 404) throw error;
}
