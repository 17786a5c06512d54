import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Question` });
  return (
    <Coming
      heading={<Trans>Question</Trans>}
      title={<Trans>Questions cannot be read yet</Trans>}
      action={
        <ButtonLink to="/help" look="quiet">
          <Trans>Back to the help centre</Trans>
        </ButtonLink>
      }
    >
      <Trans>This page will show a question with its answers. This version does not have the help centre yet.</Trans>
    </Coming>
  );
}
