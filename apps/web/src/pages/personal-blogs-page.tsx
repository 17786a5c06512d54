import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ButtonLink } from '../components/ui/button.tsx';
import { DeletedBlogs, OwnBlogs } from '../features/blogs/own-blogs.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { currentUserQuery } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Your blogs` });
  const { data: user } = useSuspenseQuery(currentUserQuery(useApi()));
  return (
    <div className="page one-after-another grid gap-6 py-8 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Your blogs</Trans>
        </h1>
        <ButtonLink to="/createblog">
          <Trans>Write an article</Trans>
        </ButtonLink>
      </div>
      <OwnBlogs user={user.user_id} />
      <DeletedBlogs user={user.user_id} />
    </div>
  );
}
