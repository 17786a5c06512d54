import { Trans, useLingui } from '@lingui/react/macro';
import { Rss } from 'lucide-react';
import { ButtonLink, buttonClass } from '../components/ui/button.tsx';
import { BlogList } from '../features/blogs/blog-list.tsx';
import { useHead } from '../lib/head.tsx';
import { useSignedIn } from '../lib/session/session.ts';

// Room for the longer of a button's two labels, so that nothing moves when it is known who is there.
const wide = 'md:w-60';

export function Page() {
  const { t } = useLingui();
  const signedIn = useSignedIn();
  const to = signedIn ? '/createblog' : '/login';
  useHead({
    title: t`Health Blogs`,
    description: t`Articles on health and wellbeing by the providers and patients of Carecommons.`,
  });
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div className="flex flex-col justify-between gap-4 md:flex-row md:items-center">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Health Blogs</Trans>
        </h1>
        <div className="grid gap-3 md:flex">
          <ButtonLink to={to} variant="quiet" className={wide}>
            {signedIn ? <Trans>Your Blogs</Trans> : <Trans>Login To See Your Blog</Trans>}
          </ButtonLink>
          <ButtonLink to={to} className={wide}>
            {signedIn ? <Trans>Add your blogs here</Trans> : <Trans>Login To Create Blog</Trans>}
          </ButtonLink>
        </div>
      </div>
      <BlogList />
      <a href="/feed.xml" className={`${buttonClass('plain')} justify-self-start`}>
        <Rss size={20} aria-hidden />
        <Trans>Follow new articles in a feed reader (RSS)</Trans>
      </a>
    </div>
  );
}
