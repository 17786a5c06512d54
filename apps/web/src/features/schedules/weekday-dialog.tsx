import type { Schedule } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useSubmit } from '../../lib/form.ts';
import { useSaveSchedule } from './api.ts';
import { HoursFields } from './hours-fields.tsx';
import { underHours, useHours } from './use-hours.ts';
import { useWeekdayName, weekdays } from '../../lib/texts/weekdays.ts';

interface Props {
  weekday: number;
  weekly: Schedule['weekly'];
  onClose: () => void;
}

/** The hours of one day of the week, which others can be given too. */
export function WeekdayDialog({ weekday, weekly, onClose }: Props) {
  const { t } = useLingui();
  const nameOf = useWeekdayName('long');
  const name = nameOf(weekday);
  const save = useSaveSchedule();
  const { rows, setRows, hours, check } = useHours(weekly.find((day) => day.weekday === weekday)?.hours ?? []);
  const submission = useSubmit(
    async (values) => {
      const changed = new Set([weekday, ...values.getAll('also').map(Number)]);
      await save((saved) => ({
        weekly: [
          ...saved.weekly.filter((day) => !changed.has(day.weekday)),
          ...[...changed].map((day) => ({ weekday: day, hours: hours() })),
        ].filter((day) => day.hours.length > 0),
      })).catch(underHours);
      onClose();
    },
    () => new Map(check()),
  );
  return (
    <FormDialog
      title={name}
      description={<Trans>When you take visits. An end at midnight is the end of the day.</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`Your hours were not saved.`}
      action={t`Save hours`}
      busy={t`Saving...`}
    >
      {rows.length === 0 && (
        <p className="text-muted">
          <Trans>Closed</Trans>
        </p>
      )}
      <HoursFields rows={rows} onChange={setRows} errorOf={submission.errorOf} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">
          <Trans>The same on</Trans>
        </legend>
        <div className="flex flex-wrap gap-2">
          {weekdays
            .filter((day) => day !== weekday)
            .map((day) => (
              <label
                key={day}
                className="inline-flex min-h-11 items-center gap-2 rounded-full border border-control px-4 text-sm font-medium has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary"
              >
                <input type="checkbox" name="also" value={day} className="size-4 accent-primary" />
                {nameOf(day)}
              </label>
            ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
