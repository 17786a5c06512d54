import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Wrong } from '../../../components/ui/wrong.tsx';
import { useWhen } from '../../../lib/texts/when.ts';
import { isOwnTime, ownZone, wallTimeAt } from '../../../lib/texts/zoned.ts';
import { ChoiceChip } from './choice-chip.tsx';
import type { SlotDay } from './slot-days.ts';

interface Props {
  day: SlotDay;
  /** The provider's zone. */
  zone: string;
  /** What the form calls the chosen time. */
  name: string;
  start: string;
  /** Whether the chosen time was taken meanwhile. */
  isGone: boolean;
  onChange: (start: string) => void;
  error: string | undefined;
}

/** The free times of a day by the provider's clocks; where the reader's show others, these stand below, and both are named. */
export function SlotTimeStep({ day: { date, times }, zone, name, start, isGone, onChange, error }: Props) {
  const { t } = useLingui();
  const id = useId();
  const when = useWhen();
  const first = new Date(times[0]?.start ?? 0);
  const elsewhere = !isOwnTime(first, zone);
  const [own, theirs] = [when.zoneName(first, ownZone()), when.zoneName(first, zone)];
  const ownTime = (at: Date) =>
    wallTimeAt(at).date === date
      ? when.time(at, ownZone())
      : `${when.dayParts(at, ownZone()).weekday} ${when.time(at, ownZone())}`;
  const day = when.day(new Date(date), 'UTC');
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-lg font-semibold">
        <Trans>2. What time?</Trans>
      </legend>
      {elsewhere && (
        <p className="text-sm text-muted">
          <Trans>
            <strong className="text-ink">All times are where the provider is: {theirs}.</strong> The time where you are
            stands below each: {own}.
          </Trans>
        </p>
      )}
      <div
        role="radiogroup"
        aria-label={t`Free times on ${day}`}
        aria-describedby={error || isGone ? id : undefined}
        data-invalid={error || isGone ? '' : undefined}
        className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2 md:grid-cols-6"
      >
        {times.map(({ start: one, time, offset }) => (
          <ChoiceChip key={one} name={name} value={one} checked={one === start} onChange={() => onChange(one)}>
            <span className="tabular">{time}</span> {offset !== '' && <span className="text-xs">{offset}</span>}
            {elsewhere && <span className="tabular text-xs whitespace-nowrap">{ownTime(new Date(one))}</span>}
          </ChoiceChip>
        ))}
      </div>
      {(error || isGone) && (
        <Wrong id={id}>
          {error ?? <Trans>The time that you chose is no longer free. Please choose another one.</Trans>}
        </Wrong>
      )}
    </fieldset>
  );
}
