import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { FullBlog } from '../features/blogs/full-blog.tsx';
import { useHead } from '../lib/head.tsx';
import { Link, useParam } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Health blog` });
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-read gap-4">
        <Link
          to="/blog"
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-primary hover:underline hover:underline-offset-4"
        >
          <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden />
          <Trans>Back to the blogs</Trans>
        </Link>
        <FullBlog id={useParam('blogId')} />
      </div>
    </div>
  );
}
