import { Trans, useLingui } from '@lingui/react/macro';
import { Coming } from '../components/coming.tsx';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Chat room` });
  return (
    <Coming
      heading={<Trans>Chat room</Trans>}
      title={<Trans>This room is not open yet</Trans>}
      actions={<EmergencyNote />}
      action={
        <ButtonLink to="/chat" look="quiet">
          <Trans>Back to the rooms</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Here you will read and write messages that arrive as they are sent. This version does not have chat yet.
      </Trans>
    </Coming>
  );
}
