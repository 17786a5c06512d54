import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Community help centre`,
    description: t`Questions and answers of the Carecommons community, for people who look for help and people who know.`,
  });
  return (
    <Coming
      heading={<Trans>Community help centre</Trans>}
      title={<Trans>No questions found. Be the first to ask!</Trans>}
      actions={<EmergencyNote />}
      action={
        <ButtonLink to="/providers" look="quiet">
          <Trans>Find a provider</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Questions from the community and their answers will stand here. This version does not take questions yet; a
        provider can answer yours now.
      </Trans>
    </Coming>
  );
}
