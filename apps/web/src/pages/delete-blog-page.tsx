import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Delete blog` });
  return (
    <Coming
      heading={<Trans>Delete blog</Trans>}
      title={<Trans>Blogs cannot be deleted yet</Trans>}
      action={
        <ButtonLink to="/blog" look="quiet">
          <Trans>Back to the blogs</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Here an author will delete an article. This version does not have blogs yet, so nothing was deleted.
      </Trans>
    </Coming>
  );
}
