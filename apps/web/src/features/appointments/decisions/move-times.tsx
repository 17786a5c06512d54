import type { Side } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Wrong } from '../../../components/ui/wrong.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { bookingTermsQuery } from '../../../lib/booking-terms.ts';
import { usePrefill } from '../../../lib/prefill.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { isOwnTime, ownZone } from '../../../lib/texts/zoned.ts';
import { freeTimesQuery } from '../api.ts';
import { SlotSteps } from '../booking/slot-steps.tsx';
import { ChoiceChip } from '../booking/choice-chip.tsx';
import { CustomTime } from './custom-time.tsx';

interface Props {
  appointment: Appointment;
  side: Side;
  /** What is free after all, where the chosen time had been taken. */
  freeAfterAll: readonly string[];
  /** What the form calls the time. */
  name: string;
  /** What is chosen: ISO 8601, without an offset in the provider's zone. */
  selected: string;
  onChange: (time: string) => void;
  error: string | undefined;
}

// The button that opened it is gone.
const focusOn = (element: HTMLElement | null) => element?.focus();

/** Which time instead: one of the nearest free ones at a press, or another. */
export function MoveTimes({ appointment, side, freeAfterAll, name, selected, onChange, error }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  const id = useId();
  const { time_zone: zone } = appointment;
  const { data } = useQuery(freeTimesQuery(useApi(), appointment.id));
  const [all, setAll] = useState(false);
  const free = freeAfterAll.length > 0 ? freeAfterAll : (data ?? []);
  const listed = free.length > 0 && !all;
  const other = { appointment, name, selected, onChange, error: listed ? undefined : error };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-semibold">
        <Trans>New time</Trans>
      </legend>
      {listed && (
        <div
          role="radiogroup"
          aria-label={t`Nearest free times`}
          aria-describedby={error === undefined ? undefined : id}
          data-invalid={error === undefined ? undefined : ''}
          className="grid gap-2"
        >
          {free.map((iso) => {
            const at = new Date(iso);
            const own = when.moment(at, ownZone());
            return (
              <ChoiceChip key={iso} name={name} value={iso} checked={selected === iso} onChange={() => onChange(iso)}>
                <time dateTime={iso}>{when.moment(at, zone)}</time>
                {!isOwnTime(at, zone) && (
                  <span className="text-xs">
                    <Trans>
                      {when.zoneName(at, zone)} ({own} where you are)
                    </Trans>
                  </span>
                )}
              </ChoiceChip>
            );
          })}
        </div>
      )}
      {listed && error !== undefined && <Wrong id={id}>{error}</Wrong>}
      {/* Providers are not bound by the hours that they publish. */}
      {side === 'provider' ? (
        <CustomTime zone={zone} {...other} />
      ) : (
        <OtherTimes all={all} onAll={() => setAll(true)} {...other} />
      )}
    </fieldset>
  );
}

interface OtherProps extends Omit<Props, 'side' | 'freeAfterAll'> {
  /** Whether all free times are shown. */
  all: boolean;
  onAll: () => void;
}

/** How a patient chooses another time than the nearest: out of the free ones where hours are published, else any. */
function OtherTimes({ appointment, name, selected, onChange, error, all, onAll }: OtherProps) {
  const { time_zone: zone, healthcare_provider: provider, kind } = appointment;
  const { prefill: terms, error: failure, retry } = usePrefill(bookingTermsQuery(useApi(), provider.user));
  if (terms?.publishes_hours === false)
    return <CustomTime zone={zone} name={name} selected={selected} onChange={onChange} error={error} />;
  if (terms !== undefined && all) {
    return (
      <div ref={focusOn} tabIndex={-1} className="grid gap-5">
        <SlotSteps
          provider={provider.user}
          kind={kind?.id ?? undefined}
          zone={zone}
          horizonDays={terms.horizon_days}
          name={name}
          start={selected}
          onChange={onChange}
          error={error}
        />
      </div>
    );
  }
  return (
    <>
      {error !== undefined && <Wrong>{error}</Wrong>}
      {terms !== undefined ? (
        <Button variant="plain" className="justify-self-start" onClick={onAll}>
          <Trans>Show all free times</Trans>
        </Button>
      ) : failure === null ? (
        <Skeleton className="h-11" />
      ) : (
        <LoadFailure title={<Trans>The free times could not be loaded.</Trans>} error={failure} onRetry={retry} />
      )}
    </>
  );
}
