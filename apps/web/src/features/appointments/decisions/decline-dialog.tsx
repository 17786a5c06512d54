import type { Side } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { FormDialog } from '../../../components/ui/form-dialog.tsx';
import { When } from '../../../components/ui/when.tsx';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { ReasonField } from './reason-field.tsx';

interface Props {
  appointment: Appointment;
  side: Side;
  onDecline: (reason: string) => void;
  onClose: () => void;
}

/** Asks why a time is declined; it can be taken back afterwards. */
export function DeclineDialog({ appointment, side, onDecline, onClose }: Props) {
  const { t } = useLingui();
  const submission = useSubmit(async (values) => onDecline(textOf(values, 'reason').trim()));
  const { appointment_datetime, time_zone, user, healthcare_provider, moves_id } = appointment;
  const moment = <When at={new Date(appointment_datetime)} zone={time_zone} />;
  const provides = side === 'provider';
  return (
    <FormDialog
      title={provides ? <Trans>Decline this request?</Trans> : <Trans>Decline this time?</Trans>}
      description={
        <>
          {(provides ? user : healthcare_provider).name}, {moment}.{' '}
          {moves_id !== null && <Trans>The old time stays.</Trans>}
        </>
      }
      keep={<Trans>Back</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The request was not declined`}
      action={t`Decline`}
      busy={t`Declining...`}
      variant="danger"
    >
      <ReasonField
        quick={
          provides
            ? [
                [t`Not available then`, t`I am not available at that time.`],
                [t`Closed that day`, t`The practice is closed that day.`],
                [t`Not my field`, t`Another speciality can help you better with this.`],
                [t`Please phone`, t`Please phone the practice first.`],
              ]
            : [
                [t`Does not suit me`, t`That time does not suit me.`],
                [t`Have another visit`, t`I have another appointment at that time.`],
              ]
        }
        hint={provides ? <Trans>The patient reads it.</Trans> : <Trans>The provider reads it.</Trans>}
        required={provides}
        error={submission.errorOf('reason')}
      />
    </FormDialog>
  );
}
