import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '../../../components/ui/field.tsx';
import { NightWarning } from '../booking/night-warning.tsx';
import { useNow } from '../../../lib/texts/now.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { instantOf, isOwnTime, wallTimeAt } from '../../../lib/texts/zoned.ts';

const fiveMinutes = 300;

interface Props {
  /** The provider's zone. */
  zone: string;
  /** What the form calls it; both inputs have that name. */
  name: string;
  /** What is chosen: ISO 8601, without an offset in the provider's zone. */
  selected: string;
  onChange: (time: string) => void;
  error: string | undefined;
}

/** Any day and time by the provider's clocks. */
export function CustomTime({ zone, name, selected, onChange, error }: Props) {
  const when = useWhen();
  const now = useNow();
  const [own, setOwn] = useState({ date: '', time: '' });
  const written = (of: typeof own) => (of.date === '' || of.time === '' ? '' : `${of.date}T${of.time}`);
  // One of the free times that is pressed takes the place of what was written here.
  const shown = selected === written(own) ? own : { date: '', time: '' };

  function change(part: Partial<typeof own>) {
    const next = { ...shown, ...part };
    setOwn(next);
    onChange(written(next));
  }

  const today = wallTimeAt(now, zone).date;
  // The day is wrong where it is missing or past, else the time.
  const wrongDay = shown.date < today;
  // Zones that agree now may not on that day.
  const at = shown.date === '' ? now : instantOf({ date: shown.date, time: shown.time || '12:00' }, zone);
  return (
    <>
      <TextField
        type="date"
        name={name}
        label={<Trans>Date</Trans>}
        min={today}
        max="9999-12-31"
        value={shown.date}
        onChange={({ target }) => change({ date: target.value })}
        error={wrongDay ? error : undefined}
      />
      <TextField
        type="time"
        name={name}
        label={<Trans>Time</Trans>}
        step={fiveMinutes}
        value={shown.time}
        onChange={({ target }) => change({ time: target.value })}
        error={wrongDay ? undefined : error}
      />
      <NightWarning time={shown.time} />
      {!isOwnTime(at, zone) && (
        <p className="text-sm text-muted">
          <Trans>Date and time are where the provider is: {when.zoneName(at, zone)}.</Trans>
        </p>
      )}
    </>
  );
}
