import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { TextField } from '../../components/ui/field.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useWhen } from '../../lib/when.ts';
import { isOwnTime, ownZone, wallTimeAt } from '../../lib/zoned.ts';
import { freeTimesQuery } from './api.ts';
import { Choice } from './choice.tsx';

const fiveMinutes = 300;

interface Props {
  appointment: Appointment;
  /** What is free after all, where the chosen time had been taken. */
  taken: readonly string[];
  /** What is chosen: ISO 8601, without an offset in the provider's zone. */
  chosen: string;
  onChange: (time: string) => void;
  error: string | undefined;
}

/** Which time instead: one of the nearest free ones at a press, or any other. */
export function MoveTimes({ appointment, taken, chosen, onChange, error }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  const now = useNow();
  const id = useId();
  const { data, isPending } = useQuery(freeTimesQuery(useApi(), appointment.id));
  const [own, setOwn] = useState({ date: '', time: '' });
  const zone = appointment.time_zone;
  const free = taken.length > 0 ? taken : (data ?? []);

  function change(part: Partial<typeof own>) {
    const next = { ...own, ...part };
    setOwn(next);
    onChange(next.date === '' || next.time === '' ? '' : `${next.date}T${next.time}`);
  }

  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1 font-semibold">
        <Trans>New time</Trans>
      </legend>
      {isPending && <Skeleton className="h-11" />}
      {free.length > 0 && (
        <div role="radiogroup" aria-label={t`Nearest free times`} className="flex flex-wrap gap-2">
          {free.map((iso) => {
            const at = new Date(iso);
            return (
              <Choice key={iso} name={id} value={iso} checked={chosen === iso} onChange={() => onChange(iso)}>
                <time dateTime={iso}>{when.moment(at, zone)}</time>
                {!isOwnTime(at, zone) && (
                  <span className="text-xs">
                    <Trans>{when.moment(at, ownZone())} where you are</Trans>
                  </span>
                )}
              </Choice>
            );
          })}
        </div>
      )}
      <div className="grid grid-cols-2 gap-2">
        <TextField
          type="date"
          name="date"
          label={<Trans>Date</Trans>}
          min={wallTimeAt(now, zone).date}
          value={own.date}
          onChange={({ target }) => change({ date: target.value })}
        />
        <TextField
          type="time"
          name="own-time"
          label={<Trans>Time</Trans>}
          step={fiveMinutes}
          value={own.time}
          onChange={({ target }) => change({ time: target.value })}
        />
      </div>
      {!isOwnTime(now, zone) && (
        <p className="text-sm text-muted">
          <Trans>Date and time are where the provider is: {when.zoneName(now, zone)}.</Trans>
        </p>
      )}
      {error !== undefined && (
        <p id={id} className="flex items-start gap-1 text-sm text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  );
}
