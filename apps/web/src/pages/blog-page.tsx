import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Health blog` });
  return (
    <Coming
      heading={<Trans>Health blog</Trans>}
      title={<Trans>Blogs cannot be read yet</Trans>}
      action={
        <ButtonLink to="/blog" look="quiet">
          <Trans>Back to the blogs</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        This page will show one article in full, with its author and its likes. This version does not have blogs yet.
      </Trans>
    </Coming>
  );
}
