import type { BlogSource } from '@carecommons/contract/blogs';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { useDraft } from '../../lib/kept/drafts.ts';
import { usePrefill } from '../../lib/prefill.ts';
import { blogSourceQuery, renewBlogs } from './members-api.ts';
import { BlogForm } from './blog-form.tsx';
import { NewerText } from './newer-text.tsx';
import { type BlogDraft, type BlogText, useWriting } from './writing.ts';

/** Changes an article of the person's own; a draft of changes that was left is there again. */
export function EditBlog({ id }: { id: string }) {
  const draft = useDraft<BlogText>(`blog/${id}`);
  const { prefill, error } = usePrefill(blogSourceQuery(useApi(), id));
  // The page cannot be shown at all: it is somebody else's article, or none.
  if (error !== null) throw error;
  if (prefill === undefined || draft.found === undefined) return <FormSkeleton fields={2} />;
  const { title, content, version } = prefill;
  const start = { title, content, version };
  return <Changes key={draft.found?.at} id={id} start={start} draft={draft} />;
}

function Changes({ id, start, draft }: { id: string; start: BlogText; draft: BlogDraft }) {
  const api = useApi();
  const queries = useQueryClient();
  const [saved, setSaved] = useState<BlogText>();
  const [newer, setNewer] = useState<BlogSource>();
  const params = { blog_id: id };
  const writing = useWriting(start, draft, async (text) => {
    setSaved(undefined);
    setNewer(undefined);
    try {
      const { version } = await api.call('PATCH /apis/blogs/:blog_id/', { params, body: text });
      console.info('The blog was saved.');
      renewBlogs(queries);
      setSaved(text);
      return { version };
    } catch (error) {
      if (error instanceof CallError && error.code === 'changed_meanwhile')
        setNewer(await api.call('GET /apis/blogs/:blog_id/', { params }));
      throw error;
    }
  });
  const { text } = writing;
  return (
    <BlogForm
      writing={writing}
      action={<Trans>Save changes</Trans>}
      busy={<Trans>Saving...</Trans>}
      failure={<Trans>Your changes could not be saved. Please try again.</Trans>}
      done={
        <>
          {saved?.title === text.title && saved.content === text.content && (
            <Notice kind="success">
              <Trans>Saved</Trans>
            </Notice>
          )}
          {newer !== undefined && newer.version !== text.version && <NewerText newer={newer} writing={writing} />}
        </>
      }
    />
  );
}
