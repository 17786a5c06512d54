import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { EditBlog } from '../features/blogs/edit-blog.tsx';
import { useHead } from '../lib/head.tsx';
import { Link, useParam } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Update blog` });
  const id = useParam('blogId');
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div>
        <Link
          to={`/blog/${id}`}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
        >
          <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden />
          <Trans>Back to the article</Trans>
        </Link>
        <h1 className="text-2xl">
          <Trans>Update blog</Trans>
        </h1>
      </div>
      <EditBlog id={id} />
    </div>
  );
}
