import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../components/ui/button.tsx';
import { EditBlog } from '../features/blogs/edit-blog.tsx';
import { useHead } from '../lib/head.tsx';
import { useParam } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Update blog` });
  const id = useParam('blogId');
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">
          <Trans>Update blog</Trans>
        </h1>
        <ButtonLink to={`/blog/${id}`} look="plain">
          <Trans>Back to the article</Trans>
        </ButtonLink>
      </div>
      <EditBlog id={id} />
    </div>
  );
}
