import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Chat rooms` });
  return (
    <Coming
      heading={<Trans>Chat rooms</Trans>}
      title={<Trans>No rooms are open yet</Trans>}
      actions={<EmergencyNote />}
      action={
        <ButtonLink to="/providers" look="quiet">
          <Trans>Find a provider</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Rooms to talk with others will stand here, with how many people are active in each. This version does not have
        chat yet.
      </Trans>
    </Coming>
  );
}
