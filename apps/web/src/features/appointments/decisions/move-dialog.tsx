import type { Side } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/ui/form-dialog.tsx';
import { When } from '../../../components/ui/when.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { CallError } from '../../../lib/calls/call.ts';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { useIdempotencyKey } from '../../../lib/kept/idempotency.ts';
import { renewAppointments } from '../api.ts';
import { MoveTimes } from './move-times.tsx';
import { ReasonField } from './reason-field.tsx';
import { useToast } from './use-decisions.tsx';

interface Props {
  appointment: Appointment;
  side: Side;
  onClose: () => void;
}

/** Proposes another time to the other side. The present one stays until that is approved. */
export function MoveDialog({ appointment, side, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const onDone = useToast(onClose);
  const keyFor = useIdempotencyKey();
  const { id, appointment_datetime, time_zone, status, user, healthcare_provider } = appointment;
  const provides = side === 'provider';
  const other = (provides ? user : healthcare_provider).name;
  const moment = <When at={new Date(appointment_datetime)} zone={time_zone} />;
  const [time, setTime] = useState('');
  const submission = useSubmit(
    async (values) => {
      const reason = textOf(values, 'reason').trim();
      const body = { appointment_datetime: time, reason: reason === '' ? null : reason };
      const options = { params: { appointment_id: id }, body, idempotencyKey: keyFor(body) };
      try {
        const proposed = await api.call('POST /api/appointments/:appointment_id/move/', options);
        onDone({ move: 'move', appointment: proposed, side });
      } catch (error) {
        // The times that are offered now no longer include it: another one has to be chosen.
        if (error instanceof CallError && error.code === 'slot_taken') setTime('');
        throw error;
      } finally {
        renewAppointments(queries);
      }
    },
    () => new Map(time === '' ? [['appointment_datetime', t`Please choose a time.`]] : []),
  );
  return (
    <FormDialog
      title={provides ? <Trans>Propose another time</Trans> : <Trans>Ask for another time</Trans>}
      description={
        status === 'approved' ? (
          <Trans>
            The visit stays on {moment} until {other} has accepted the new time.
          </Trans>
        ) : (
          <Trans>
            The request for {moment} stays until {other} has accepted the new time.
          </Trans>
        )
      }
      keep={<Trans>Back</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The new time could not be sent.`}
      action={provides ? t`Propose this time` : t`Ask for this time`}
      busy={t`Sending...`}
    >
      <MoveTimes
        appointment={appointment}
        side={side}
        freeAfterAll={submission.problem?.freeTimes ?? []}
        name="appointment_datetime"
        selected={time}
        onChange={setTime}
        error={submission.errorOf('appointment_datetime')}
      />
      <ReasonField
        quick={
          provides
            ? [
                [t`Not available then`, t`I am not available at that time.`],
                [t`More time needed`, t`I need more time for your visit.`],
              ]
            : [[t`Does not suit me`, t`That time does not suit me any more.`]]
        }
        hint={provides ? <Trans>The patient reads it.</Trans> : <Trans>The provider reads it.</Trans>}
        required={provides}
        error={submission.errorOf('reason')}
      />
    </FormDialog>
  );
}
