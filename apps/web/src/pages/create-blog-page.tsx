import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../components/ui/button.tsx';
import { CreateBlog } from '../features/blogs/create-blog.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Create blog` });
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl">
            <Trans>Create blog</Trans>
          </h1>
          <p className="max-w-read text-muted">
            <Trans>
              Everybody can read what you publish here. Leave out what you would not tell in a waiting room.
            </Trans>
          </p>
        </div>
        <ButtonLink to="/personalblog" variant="quiet">
          <Trans>Blogs you have written</Trans>
        </ButtonLink>
      </div>
      <CreateBlog />
    </div>
  );
}
