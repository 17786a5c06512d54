import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Your blogs` });
  return (
    <Coming
      heading={<Trans>Your blogs</Trans>}
      title={<Trans>No Blog Right Now</Trans>}
      action={
        <ButtonLink to="/blog" look="quiet">
          <Trans>Back to the blogs</Trans>
        </ButtonLink>
      }
    >
      <Trans>Articles that you write will stand here. This version does not have blogs yet.</Trans>
    </Coming>
  );
}
