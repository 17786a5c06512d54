import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Create blog` });
  return (
    <Coming
      heading={<Trans>Create blog</Trans>}
      title={<Trans>Blogs cannot be written yet</Trans>}
      action={
        <ButtonLink to="/blog" look="quiet">
          <Trans>Back to the blogs</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Here you will write an article, see it as readers will, and publish it. This version does not have blogs yet.
      </Trans>
    </Coming>
  );
}
