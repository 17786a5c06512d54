import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';
import { useSignedIn } from '../lib/session.ts';

export function Page() {
  const { t } = useLingui();
  const signedIn = useSignedIn();
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
          <ButtonLink to={signedIn ? '/createblog' : '/login'} look="quiet">
            {signedIn ? <Trans>Your Blogs</Trans> : <Trans>Login To See Your Blog</Trans>}
          </ButtonLink>
          <ButtonLink to={signedIn ? '/createblog' : '/login'}>
            {signedIn ? <Trans>Add your blogs here</Trans> : <Trans>Login To Create Blog</Trans>}
          </ButtonLink>
        </>
      }
    >
      <Trans>Articles by providers and patients will stand here, with their authors and dates.</Trans>
    </Coming>
  );
}
