import { Trans, useLingui } from '@lingui/react/macro';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useSubmit } from '../../lib/form.ts';

interface Props {
  what: 'renew' | 'revoke';
  send: () => Promise<void>;
  onClose: () => void;
}

/** Asks before an address that calendars may be reading stops working. */
export function ChangeDialog({ what, send, onClose }: Props) {
  const { t } = useLingui();
  const submission = useSubmit(async () => {
    await send();
    onClose();
  });
  const renews = what === 'renew';
  return (
    <FormDialog
      title={renews ? <Trans>Make a new address?</Trans> : <Trans>Remove the address?</Trans>}
      description={<Trans>The current address stops working. Calendars that use it get no more updates.</Trans>}
      keep={<Trans>Keep the address</Trans>}
      onClose={onClose}
      submission={submission}
      failure={renews ? t`No new address was made.` : t`The address was not removed.`}
      action={renews ? t`Make a new one` : t`Remove it`}
      busy={renews ? t`Making...` : t`Removing...`}
    />
  );
}
