import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../components/ui/button.tsx';
import { ProviderAgenda } from '../features/appointments/provider-agenda.tsx';
import { WrittenReportsOfVisit } from '../features/records/reports-of-visit.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Upcoming appointments` });
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">
          <Trans>Upcoming appointments</Trans>
        </h1>
        <ButtonLink to="/book/provider/all" look="quiet">
          <Trans>All appointments</Trans>
        </ButtonLink>
      </div>
      <ProviderAgenda Reports={WrittenReportsOfVisit} />
    </div>
  );
}
