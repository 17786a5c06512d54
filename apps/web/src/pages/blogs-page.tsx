import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';
import { useSignedIn } from '../lib/session.ts';

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
    <Coming
      heading={<Trans>Health Blogs</Trans>}
      title={<Trans>No blogs available yet</Trans>}
      actions={
        <>
          <ButtonLink to={to} look="quiet" className={wide}>
            {signedIn ? <Trans>Your Blogs</Trans> : <Trans>Login To See Your Blog</Trans>}
          </ButtonLink>
          <ButtonLink to={to} className={wide}>
            {signedIn ? <Trans>Add your blogs here</Trans> : <Trans>Login To Create Blog</Trans>}
          </ButtonLink>
        </>
      }
    >
      <Trans>
        Articles by providers and patients will stand here, with their authors and dates. This version does not have
        blogs yet.
      </Trans>
    </Coming>
  );
}
