import { Trans, useLingui } from '@lingui/react/macro';
import { PersonComing } from '../components/person-coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { ProviderAgenda } from '../features/appointments/calendar/provider-agenda.tsx';
import { WrittenReportsOfVisit } from '../features/records/reports-of-visit.tsx';
import { WaitingList } from '../features/waiting/waiting-list.tsx';
import { useHead } from '../lib/head.tsx';
import { usePerson } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Upcoming appointments` });
  // What may be done with an appointment is known once it is known who looks.
  const person = usePerson();
  if (person === undefined) return <PersonComing />;
  const isProvider = person.role === 'healthcare_provider';
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">
          <Trans>Upcoming appointments</Trans>
        </h1>
        <div className="flex flex-wrap gap-2">
          {isProvider && (
            <ButtonLink to="/schedule" variant="quiet">
              <Trans>Your hours</Trans>
            </ButtonLink>
          )}
          <ButtonLink to="/book/provider/all" variant="quiet">
            <Trans>All appointments</Trans>
          </ButtonLink>
        </div>
      </div>
      <div className="one-after-another grid gap-6">
        <div>
          <ProviderAgenda Reports={WrittenReportsOfVisit} />
        </div>
        {isProvider && <WaitingList />}
      </div>
    </div>
  );
}
