import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '../../../components/ui/field.tsx';
import { useWhen } from '../../../lib/texts/when.ts';
import { daysFrom } from '../../../lib/texts/zoned.ts';
import { ChoiceChip } from './choice-chip.tsx';

const daysInStrip = 14;

interface Props {
  /** Today where the provider is. */
  today: string;
  date: string;
  onChange: (date: string) => void;
  error: string | undefined;
}

/** Which day: one of the next two weeks at a press, or any later one. */
export function DayStep({ today, date, onChange, error }: Props) {
  const { t } = useLingui();
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-lg font-semibold">
        <Trans>1. Which day?</Trans>
      </legend>
      <div
        role="radiogroup"
        aria-label={t`The next two weeks`}
        className="-mx-1 flex gap-2 overflow-x-auto p-1 md:grid md:grid-cols-7"
      >
        {daysFrom(today, daysInStrip).map((day) => (
          <ChoiceChip key={day} name="date" value={day} checked={day === date} onChange={() => onChange(day)}>
            <Day day={day} isToday={day === today} />
          </ChoiceChip>
        ))}
      </div>
      <div className="md:max-w-60">
        <TextField
          type="date"
          name="date"
          label={<Trans>Date</Trans>}
          hint={<Trans>Or choose a later day here.</Trans>}
          min={today}
          max="9999-12-31"
          required
          value={date}
          onChange={({ target }) => onChange(target.value)}
          error={error}
        />
      </div>
    </fieldset>
  );
}

function Day({ day, isToday }: { day: string; isToday: boolean }) {
  const { weekday, date, month } = useWhen().dayParts(new Date(day), 'UTC');
  return (
    <>
      <span className="text-xs">{isToday ? <Trans>Today</Trans> : weekday}</span>{' '}
      <span className="tabular text-lg leading-tight font-semibold">{date}</span>{' '}
      <span className="text-xs">{month}</span>
    </>
  );
}
