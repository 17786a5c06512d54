import { isOpen } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { PersonComing } from '../components/person-coming.tsx';
import { ownEmailQuery, useOwnEmail } from '../features/accounts/api.ts';
import { ConfirmYourEmail } from '../features/accounts/confirm-your-email.tsx';
import { appointmentQuery } from '../features/appointments/api.ts';
import { ForPatient } from '../features/appointments/for-patient.tsx';
import { ForProvider } from '../features/appointments/for-provider.tsx';
import { SentNote } from '../features/appointments/visit/sent-note.tsx';
import { VisitCalendar } from '../features/calendars/visit-calendar.tsx';
import { useLiveAppointments } from '../features/appointments/live.ts';
import { OtherProviders } from '../features/providers/other-providers.tsx';
import { OwnReportsOfVisit, WrittenReportsOfVisit } from '../features/records/reports-of-visit.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { Link, useParam } from '../lib/navigation.tsx';
import { usePerson } from '../lib/session/role.ts';
import { useSignedIn } from '../lib/session/session.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Appointment` });
  useLiveAppointments();
  const known = usePerson() !== undefined;
  // For nobody there is nothing to fetch.
  return useSignedIn() || known ? <WithEmail /> : <PersonComing />;
}

/** Whether the email address is confirmed is asked for beside the visit, not after it. */
function WithEmail() {
  usePrefetchQuery(ownEmailQuery(useApi()));
  return <Visit />;
}

/** Whether the provider does not see the patient, who has no other time with them either. */
function wantsAnother({ status, ended_by, moves_id, moved_to_id }: Appointment): boolean {
  if (moves_id !== null || moved_to_id !== null) return false;
  return status === 'declined' || status === 'expired' || (status === 'cancelled' && ended_by === 'provider');
}

function Visit() {
  const { data: appointment } = useSuspenseQuery(appointmentQuery(useApi(), useParam('appointmentId')));
  const person = usePerson();
  // What it says stands above the visit, which would be pushed down were it there first.
  const { isLoading } = useOwnEmail();
  if (person === undefined || isLoading) return <PersonComing />;
  const isProvider = person.user_id === appointment.healthcare_provider.user;
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-2xl gap-6">
        <div>
          <Link
            to={isProvider ? '/book/provider' : '/book'}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
          >
            <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden />
            {isProvider ? <Trans>Upcoming appointments</Trans> : <Trans>Your appointments</Trans>}
          </Link>
          <h1 className="text-2xl">
            <Trans>Appointment</Trans>
          </h1>
        </div>
        {isProvider ? (
          <ForProvider appointment={appointment} Reports={WrittenReportsOfVisit} />
        ) : (
          <>
            <SentNote appointment={appointment} />
            {isOpen(appointment.status) && <ConfirmYourEmail />}
            <ForPatient appointment={appointment} />
            {wantsAnother(appointment) && <OtherProviders provider={appointment.healthcare_provider.user} />}
            <OwnReportsOfVisit appointmentId={appointment.id} />
          </>
        )}
        <VisitCalendar appointment={appointment} />
      </div>
    </div>
  );
}
