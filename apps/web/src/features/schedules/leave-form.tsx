import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '../../components/ui/field.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useApi } from '../../lib/calls/api.ts';
import type { FieldErrors } from '../../lib/field-errors.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { wallTimeAt } from '../../lib/texts/zoned.ts';

/** A leave as it is asked for: local times of the provider's zone. */
export interface PlannedLeave {
  from: string;
  to: string;
  reason: string;
}

interface Props {
  /** What was filled in before, when one comes back to it. */
  start: PlannedLeave | undefined;
  zone: string;
  onPlanned: (leave: PlannedLeave, visits: Appointment[]) => void;
  onClose: () => void;
}

/** From when to when, and why. Nothing is done yet: the visits that it falls upon are shown first. */
export function LeaveForm({ start, zone, onPlanned, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const submission = useSubmit(
    async (values) => {
      const leave = leaveOf(values);
      const { from, to } = leave;
      onPlanned(leave, await api.call('GET /api/leaves/visits/', { query: { from, to } }));
    },
    (values): FieldErrors => {
      const { from, to } = leaveOf(values);
      const now = wallTimeAt(new Date(), zone);
      if (from !== '' && to !== '' && to <= from) return new Map([['to', t`The end is before the beginning.`]]);
      if (to !== '' && to <= `${now.date}T${now.time}`) return new Map([['to', t`It would already be over.`]]);
      return new Map();
    },
  );
  const { errorOf } = submission;
  return (
    <FormDialog
      title={<Trans>Take leave</Trans>}
      description={
        <Trans>
          Patients cannot ask for a visit during it. You see which visits are affected before anything changes.
        </Trans>
      }
      onClose={onClose}
      submission={submission}
      failure={t`The leave could not be checked.`}
      action={t`See what it affects`}
      busy={t`Looking...`}
    >
      <TextField
        type="datetime-local"
        name="from"
        label={<Trans>From</Trans>}
        max="9999-12-31T23:59"
        required
        defaultValue={start?.from}
        error={errorOf('from')}
      />
      <TextField
        type="datetime-local"
        name="to"
        label={<Trans>To</Trans>}
        max="9999-12-31T23:59"
        required
        defaultValue={start?.to}
        error={errorOf('to')}
      />
      <TextArea
        name="reason"
        label={<Trans>Reason</Trans>}
        optional={<Trans>(optional)</Trans>}
        hint={<Trans>Patients whose visits are affected can read it.</Trans>}
        rows={2}
        maxLength={500}
        defaultValue={start?.reason}
        error={errorOf('reason')}
      />
    </FormDialog>
  );
}

function leaveOf(values: FormData): PlannedLeave {
  return { from: textOf(values, 'from'), to: textOf(values, 'to'), reason: textOf(values, 'reason').trim() };
}
