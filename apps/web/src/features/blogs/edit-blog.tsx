import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useDraft } from '../../lib/kept/drafts.ts';
import { usePrefill } from '../../lib/prefill.ts';
import { blogSourceQuery, renewBlogs } from './members-api.ts';
import { BlogForm } from './blog-form.tsx';
import { type BlogDraft, type BlogText, useWriting } from './writing.ts';

/** Changes an article of the person's own; a draft of changes that was left is there again. */
export function EditBlog({ id }: { id: string }) {
  const draft = useDraft<BlogText>(`blog/${id}`);
  const { prefill, error } = usePrefill(blogSourceQuery(useApi(), id));
  // The page cannot be shown at all: it is somebody else's article, or none.
  if (error !== null) throw error;
  if (prefill === undefined || draft.found === undefined) return <FormSkeleton fields={2} />;
  const start = { title: prefill.title, content: prefill.content };
  return <Changes key={draft.found?.at} id={id} start={start} draft={draft} />;
}

function Changes({ id, start, draft }: { id: string; start: BlogText; draft: BlogDraft }) {
  const api = useApi();
  const queries = useQueryClient();
  const [saved, setSaved] = useState<BlogText>();
  const writing = useWriting(start, draft, async (text) => {
    setSaved(undefined);
    await api.call('PATCH /apis/blogs/:blog_id/', { params: { blog_id: id }, body: text });
    console.info('The blog was saved.');
    renewBlogs(queries);
    setSaved(text);
  });
  return (
    <BlogForm
      writing={writing}
      action={<Trans>Save changes</Trans>}
      busy={<Trans>Saving...</Trans>}
      failure={<Trans>Your changes could not be saved. Please try again.</Trans>}
      done={
        saved === writing.text && (
          <Notice kind="success">
            <Trans>Saved</Trans>
          </Notice>
        )
      }
    />
  );
}
