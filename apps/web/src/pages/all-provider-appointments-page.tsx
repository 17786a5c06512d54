import { Trans, useLingui } from '@lingui/react/macro';
import { PersonComing } from '../components/person-coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { AllOfProvider } from '../features/appointments/calendar/all-of-provider.tsx';
import { useHead } from '../lib/head.tsx';
import { usePerson } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`All appointments` });
  // What may be done with an appointment is known once it is known who looks.
  if (usePerson() === undefined) return <PersonComing />;
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">
          <Trans>All appointments</Trans>
        </h1>
        <ButtonLink to="/book/provider" variant="quiet">
          <Trans>Upcoming appointments</Trans>
        </ButtonLink>
      </div>
      <AllOfProvider />
    </div>
  );
}
