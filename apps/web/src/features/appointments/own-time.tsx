import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '../../components/ui/field.tsx';
import { useNow } from '../../lib/now.ts';
import { useWhen } from '../../lib/when.ts';
import { isOwnTime, wallTimeAt } from '../../lib/zoned.ts';

const fiveMinutes = 300;

interface Props {
  /** The provider's zone. */
  zone: string;
  /** What is chosen: ISO 8601, without an offset in the provider's zone. */
  chosen: string;
  onChange: (time: string) => void;
}

/** Any day and time by the provider's clocks. */
export function OwnTime({ zone, chosen, onChange }: Props) {
  const when = useWhen();
  const now = useNow();
  const [own, setOwn] = useState({ date: '', time: '' });
  const written = (of: typeof own) => (of.date === '' || of.time === '' ? '' : `${of.date}T${of.time}`);
  // One of the free times that is pressed takes the place of what was written here.
  const shown = chosen === written(own) ? own : { date: '', time: '' };

  function change(part: Partial<typeof own>) {
    const next = { ...shown, ...part };
    setOwn(next);
    onChange(written(next));
  }

  return (
    <>
      <TextField
        type="date"
        name="date"
        label={<Trans>Date</Trans>}
        min={wallTimeAt(now, zone).date}
        value={shown.date}
        onChange={({ target }) => change({ date: target.value })}
      />
      <TextField
        type="time"
        name="own-time"
        label={<Trans>Time</Trans>}
        step={fiveMinutes}
        value={shown.time}
        onChange={({ target }) => change({ time: target.value })}
      />
      {!isOwnTime(now, zone) && (
        <p className="text-sm text-muted">
          <Trans>Date and time are where the provider is: {when.zoneName(now, zone)}.</Trans>
        </p>
      )}
    </>
  );
}
