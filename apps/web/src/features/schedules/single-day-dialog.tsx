import type { Schedule } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../components/ui/field.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { useSaveSchedule } from './api.ts';
import { HoursFields, usualHours } from './hours-fields.tsx';
import { underHours, useHours } from './use-hours.ts';

interface Props {
  /** As it was saved; undefined for a new one. */
  saved: Schedule['dated'][number] | undefined;
  /** The days that have hours of their own already. */
  listed: readonly string[];
  today: string;
  onClose: () => void;
}

/** One day with hours of its own, or closed. */
export function SingleDayDialog({ saved, listed, today, onClose }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  const save = useSaveSchedule();
  const isClosed = saved === undefined || saved.hours.length === 0;
  const [closed, setClosed] = useState(isClosed);
  const { rows, setRows, hours, check } = useHours(isClosed ? [usualHours] : saved.hours);
  const submission = useSubmit(
    async (values) => {
      const day = saved?.day ?? textOf(values, 'day');
      await save(({ dated }) => ({
        // Days that are over say nothing any more.
        dated: [
          ...dated.filter((one) => one.day !== day && one.day >= today),
          { day, hours: closed ? [] : hours() },
        ].toSorted((one, other) => (one.day < other.day ? -1 : 1)),
      })).catch(underHours);
      onClose();
    },
    (values) => {
      if (saved === undefined && listed.includes(textOf(values, 'day')))
        return new Map([['day', t`This day is in your list already. Please change it there.`]]);
      if (closed) return new Map();
      return new Map(rows.length === 0 ? [['hours', t`Please add hours, or choose that you are closed.`]] : check());
    },
  );
  return (
    <FormDialog
      title={saved === undefined ? <Trans>A single day</Trans> : when.day(new Date(saved.day), 'UTC')}
      description={<Trans>It takes the place of that weekday's hours. What is booked already stays.</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The day was not saved.`}
      action={t`Save the day`}
      busy={t`Saving...`}
    >
      {saved === undefined && (
        <TextField
          type="date"
          name="day"
          label={<Trans>Day</Trans>}
          min={today}
          max="9999-12-31"
          required
          error={submission.errorOf('day')}
        />
      )}
      <div role="radiogroup" aria-label={t`Hours on that day`} className="grid gap-1">
        <Way checked={closed} onChange={() => setClosed(true)}>
          <Trans>Closed</Trans>
        </Way>
        <Way checked={!closed} onChange={() => setClosed(false)}>
          <Trans>Other hours</Trans>
        </Way>
      </div>
      {!closed && <HoursFields rows={rows} onChange={setRows} errorOf={submission.errorOf} />}
    </FormDialog>
  );
}

function Way({ checked, onChange, children }: { checked: boolean; onChange: () => void; children: ReactNode }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name="way" checked={checked} onChange={onChange} className="size-5 accent-primary" />
      {children}
    </label>
  );
}
