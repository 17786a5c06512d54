import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { AskFirst } from '../components/ask-first.tsx';
import { DeleteBlog } from '../features/blogs/delete-blog.tsx';
import { useHead } from '../lib/head.tsx';
import { Link, useParam } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  const id = useParam('blogId');
  useHead({ title: t`Delete blog` });
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-read gap-4">
        <h1 className="text-2xl">
          <Trans>Delete blog</Trans>
        </h1>
        <AskFirst
          title={<Trans>Delete this article?</Trans>}
          stay={<Trans>Keep it</Trans>}
          action={<Trans>Delete</Trans>}
          to={`/blog/${id}`}
        >
          <DeleteBlog id={id} />
        </AskFirst>
        <Link
          to="/blog"
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-primary hover:underline hover:underline-offset-4"
        >
          <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden />
          <Trans>Back to the blogs</Trans>
        </Link>
      </div>
    </div>
  );
}
