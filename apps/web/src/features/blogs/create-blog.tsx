import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { useDraft } from '../../lib/kept/drafts.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { isSignedIn } from '../../lib/session/session.ts';
import { renewBlogs } from './members-api.ts';
import { BlogForm } from './blog-form.tsx';
import { type BlogDraft, type BlogText, useWriting } from './writing.ts';

const empty: BlogText = { title: '', content: '' };

/** Writes a new article; a draft that was left is there again. */
export function CreateBlog() {
  const draft = useDraft<BlogText>('blog/new');
  return draft.found === undefined ? <FormSkeleton fields={2} /> : <NewBlog key={draft.found?.at} draft={draft} />;
}

function NewBlog({ draft }: { draft: BlogDraft }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const [published, setPublished] = useState(false);
  const writing = useWriting(empty, draft, async (text) => {
    if (!isSignedIn()) throw new CallError(401, { code: 'not_signed_in', message: '', errors: [] });
    await api.call('POST /apis/blogs/create/', { body: text, idempotencyKey: keyFor(text) });
    renewBlogs(queries);
    setPublished(true);
    return {};
  });
  const leave = () => navigate('/blog', { replace: true });
  return (
    <>
      <BlogForm
        writing={writing}
        action={<Trans>Publish</Trans>}
        busy={<Trans>Publishing...</Trans>}
        failure={<Trans>Your blog could not be published. Please try again.</Trans>}
        clearable
      />
      {published && (
        <AlertDialog
          title={<Trans>Your blog is published</Trans>}
          onClose={leave}
          actions={
            <Button onClick={leave}>
              <Trans>See all blogs</Trans>
            </Button>
          }
        >
          <p>
            <Trans>Everybody can now find it in the list.</Trans>
          </p>
        </AlertDialog>
      )}
    </>
  );
}
