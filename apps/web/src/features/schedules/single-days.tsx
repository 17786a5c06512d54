import type { Schedule } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useSubmit } from '../../lib/form.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { useSaveSchedule } from './api.ts';
import { HoursText } from './hours-text.tsx';
import { SingleDayDialog } from './single-day-dialog.tsx';

type Day = Schedule['dated'][number];

interface Props {
  dated: Day[];
  /** Today where the provider is. */
  today: string;
}

/** Days on which the hours are others than those of the week, soonest first. */
export function SingleDays({ dated, today }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  const [open, setOpen] = useState<Day | 'new'>();
  const [removing, setRemoving] = useState<Day>();
  const toCome = dated.filter(({ day }) => day >= today).toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const nameOf = (day: string) => when.day(new Date(day), 'UTC');
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 tabIndex={-1} className="text-xl">
          <Trans>Single days</Trans>
        </h2>
        <Button variant="quiet" onClick={() => setOpen('new')}>
          <Plus size={20} aria-hidden />
          <Trans>Add a day</Trans>
        </Button>
      </div>
      {toCome.length === 0 ? (
        <p className="max-w-read text-muted">
          <Trans>No day differs from your week. Add one on which you are closed, or there at other hours.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {toCome.map((one) => (
            <li key={one.day} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <p className="min-w-32 font-semibold">{nameOf(one.day)}</p>
              <div className="flex-1 text-sm">
                <HoursText hours={one.hours} />
              </div>
              <div className="ms-auto flex">
                <Button variant="plain" aria-label={t`Change ${nameOf(one.day)}`} onClick={() => setOpen(one)}>
                  <Trans>Change</Trans>
                </Button>
                <Button variant="plain" aria-label={t`Remove ${nameOf(one.day)}`} onClick={() => setRemoving(one)}>
                  <Trans>Remove</Trans>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {open !== undefined && (
        <SingleDayDialog
          saved={open === 'new' ? undefined : open}
          listed={toCome.map(({ day }) => day)}
          today={today}
          onClose={() => setOpen(undefined)}
        />
      )}
      {removing !== undefined && (
        <Remove day={removing.day} name={nameOf(removing.day)} onClose={() => setRemoving(undefined)} />
      )}
    </section>
  );
}

function Remove({ day, name, onClose }: { day: string; name: string; onClose: () => void }) {
  const { t } = useLingui();
  const save = useSaveSchedule();
  const submission = useSubmit(async () => {
    await save((saved) => ({ dated: saved.dated.filter((one) => one.day !== day) }));
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Remove {name}?</Trans>}
      description={<Trans>Your weekly hours apply on that day again.</Trans>}
      keep={<Trans>Keep it</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`It was not removed.`}
      action={t`Remove the day`}
      busy={t`Removing...`}
    />
  );
}
