import { Trans, useLingui } from '@lingui/react/macro';
import { History as HistoryMark } from 'lucide-react';
import { PersonComing } from '../components/person-coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { History } from '../features/appointments/history.tsx';
import { useLiveAppointments } from '../features/appointments/live.ts';
import { Upcoming } from '../features/appointments/upcoming.tsx';
import { OwnWaits } from '../features/waiting/own-waits.tsx';
import { useHead } from '../lib/head.tsx';
import { usePerson } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Your appointments` });
  useLiveAppointments();
  // What may be done with an appointment is known once it is known who looks.
  if (usePerson() === undefined) return <PersonComing />;
  return (
    <div className="page one-after-another grid gap-8 py-8 md:gap-12 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">
          <Trans>Your appointments</Trans>
        </h1>
        <ButtonLink to="/providers" variant="quiet">
          <Trans>Book an appointment</Trans>
        </ButtonLink>
      </div>
      <section className="grid gap-4">
        <h2 className="text-xl">
          <Trans>Upcoming Appointments</Trans>
        </h2>
        <Upcoming />
      </section>
      <OwnWaits />
      <section className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="text-xl">
            <Trans>Appointment History</Trans>
          </h2>
          <ButtonLink to="/record?view=timeline" variant="plain" className="max-sm:-ms-4 sm:-me-4">
            <HistoryMark size={20} aria-hidden />
            <Trans>Timeline with reports</Trans>
          </ButtonLink>
        </div>
        <History />
      </section>
    </div>
  );
}
