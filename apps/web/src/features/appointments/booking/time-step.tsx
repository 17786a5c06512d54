import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '../../../components/ui/field.tsx';
import { useNow } from '../../../lib/texts/now.ts';
import { instantOf, type WallTime } from '../../../lib/texts/zoned.ts';
import { NightWarning } from './night-warning.tsx';
import { ChoiceChip } from './choice-chip.tsx';

const quickTimes = ['09:00', '10:00', '11:00', '12:00', '14:00', '15:00', '16:00', '17:00', '18:00', '19:00'];
const fiveMinutes = 300;

interface Props {
  /** What is chosen so far. */
  selected: WallTime;
  zone: string;
  /** What to call the zone, where it is not the reader's own. */
  zoneName: string | undefined;
  onChange: (time: string) => void;
  error: string | undefined;
}

/** What time of that day: a usual one at a press, or any other. */
export function TimeStep({ selected: { date, time }, zone, zoneName, onChange, error }: Props) {
  const { t } = useLingui();
  const now = useNow();
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-lg font-semibold">
        <Trans>2. What time?</Trans>
      </legend>
      <p className="text-sm text-muted">
        <Trans>This provider has not published hours: you may ask for any time.</Trans>{' '}
        {zoneName !== undefined && (
          <strong className="text-ink">
            <Trans>All times are where the provider is: {zoneName}.</Trans>
          </strong>
        )}
      </p>
      <div
        role="radiogroup"
        aria-label={t`Usual times`}
        className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2 md:grid-cols-5"
      >
        {quickTimes.map((quick) => (
          <ChoiceChip
            key={quick}
            name="time"
            value={quick}
            checked={quick === time}
            disabled={date !== '' && instantOf({ date, time: quick }, zone) <= now}
            onChange={() => onChange(quick)}
          >
            <span className="tabular">{quick}</span>
          </ChoiceChip>
        ))}
      </div>
      <div className="md:max-w-60">
        <TextField
          type="time"
          name="time"
          label={<Trans>Time</Trans>}
          hint={<Trans>Or choose another time here.</Trans>}
          step={fiveMinutes}
          required
          value={time}
          onChange={({ target }) => onChange(target.value)}
          error={error}
        />
      </div>
      <NightWarning time={time} />
    </fieldset>
  );
}
