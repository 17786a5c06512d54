import type { Side } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../../components/ui/form-dialog.tsx';
import { When } from '../../../components/ui/when.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { renewAppointments, showAppointment, stopRenewing } from '../api.ts';
import { type CompletedMove, sendMove } from './make-move.ts';
import { ReasonField } from './reason-field.tsx';
import { useToast } from './use-decisions.tsx';

interface Props {
  appointment: Appointment;
  side: Side;
  onClose: () => void;
}

/** Cancels a visit, or takes one's own request back. */
export function CancelDialog({ appointment, side, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const onDone = useToast(onClose);
  const submission = useSubmit(async (values) => {
    const reason = textOf(values, 'reason').trim();
    const made: CompletedMove = { move: 'cancel', appointment, side, reason: reason || undefined };
    try {
      const now = await sendMove(api, made);
      await stopRenewing(queries);
      showAppointment(queries, now);
    } finally {
      renewAppointments(queries);
    }
    onDone(made);
  });
  const { appointment_datetime, time_zone, status, user, healthcare_provider } = appointment;
  const moment = <When at={new Date(appointment_datetime)} zone={time_zone} />;
  const provides = side === 'provider';
  const visit = status === 'approved';
  return (
    <FormDialog
      title={visit ? <Trans>Cancel this visit?</Trans> : <Trans>Take this back?</Trans>}
      description={
        <>
          {(provides ? user : healthcare_provider).name}, {moment}.{' '}
          {provides ? <Trans>The patient is told at once.</Trans> : <Trans>The provider is told at once.</Trans>}
        </>
      }
      keep={<Trans>Keep it</Trans>}
      onClose={onClose}
      submission={submission}
      failure={visit ? t`The visit was not cancelled.` : t`It was not taken back.`}
      action={visit ? t`Cancel the visit` : t`Take it back`}
      busy={t`Sending...`}
      variant="danger"
    >
      <ReasonField
        quick={
          provides
            ? [
                [t`Not at the practice`, t`I cannot be at the practice at that time.`],
                [t`Emergency`, t`An emergency has come up.`],
                [t`Please phone`, t`Please phone the practice for another time.`],
              ]
            : [
                [t`Does not suit me`, t`That time does not suit me any more.`],
                [t`Not needed`, t`I do not need the visit any more.`],
              ]
        }
        hint={provides ? <Trans>The patient reads it.</Trans> : <Trans>The provider reads it.</Trans>}
        required={provides}
        error={submission.errorOf('reason')}
      />
    </FormDialog>
  );
}
