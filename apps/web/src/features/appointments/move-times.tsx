import type { Side } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { useApi } from '../../lib/api.ts';
import { useWhen } from '../../lib/when.ts';
import { isOwnTime, ownZone } from '../../lib/zoned.ts';
import { freeTimesQuery } from './api.ts';
import { bookingTermsQuery } from './booking-api.ts';
import { SlotSteps } from './booking-slots.tsx';
import { Choice } from './choice.tsx';
import { OwnTime } from './own-time.tsx';

interface Props {
  appointment: Appointment;
  side: Side;
  /** What is free after all, where the chosen time had been taken. */
  freeAfterAll: readonly string[];
  /** What is chosen: ISO 8601, without an offset in the provider's zone. */
  chosen: string;
  onChange: (time: string) => void;
  error: string | undefined;
}

// The button that opened it is gone.
const focusOn = (element: HTMLElement | null) => element?.focus();

/** Which time instead: one of the nearest free ones at a press, or another. */
export function MoveTimes({ appointment, side, freeAfterAll, chosen, onChange, error }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  const api = useApi();
  const id = useId();
  const { time_zone: zone, healthcare_provider: provider } = appointment;
  const { data } = useQuery(freeTimesQuery(api, appointment.id));
  // Providers are not bound by the hours that they publish.
  const { data: terms } = useQuery({ ...bookingTermsQuery(api, provider.user), enabled: side === 'patient' });
  const [all, setAll] = useState(false);
  const free = freeAfterAll.length > 0 ? freeAfterAll : (data ?? []);
  const bound = terms?.publishes_hours === true;
  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1 font-semibold">
        <Trans>New time</Trans>
      </legend>
      {free.length > 0 && !all && (
        <div
          role="radiogroup"
          aria-label={t`Nearest free times`}
          data-invalid={error === undefined ? undefined : ''}
          className="grid gap-2"
        >
          {free.map((iso) => {
            const at = new Date(iso);
            const own = when.moment(at, ownZone());
            return (
              <Choice key={iso} name={id} value={iso} checked={chosen === iso} onChange={() => onChange(iso)}>
                <time dateTime={iso}>{when.moment(at, zone)}</time>
                {!isOwnTime(at, zone) && (
                  <span className="text-xs">
                    <Trans>
                      {when.zoneName(at, zone)} ({own} where you are)
                    </Trans>
                  </span>
                )}
              </Choice>
            );
          })}
        </div>
      )}
      {error !== undefined && (!bound || !all) && (
        <p id={id} className="flex items-start gap-1 text-sm text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
      {!bound ? (
        <OwnTime zone={zone} chosen={chosen} onChange={onChange} />
      ) : all ? (
        <div ref={focusOn} tabIndex={-1} className="grid gap-5">
          <SlotSteps
            provider={provider.user}
            zone={zone}
            horizonDays={terms.horizon_days}
            start={chosen}
            onChange={onChange}
            error={error}
          />
        </div>
      ) : (
        <Button look="plain" className="justify-self-start" onClick={() => setAll(true)}>
          <Trans>Show all free times</Trans>
        </Button>
      )}
    </fieldset>
  );
}
