import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLiveRecords } from '../features/records/live.ts';
import { OwnReports } from '../features/records/own-reports.tsx';
import { SampleReports } from '../features/records/sample-reports.tsx';
import { WrittenReports } from '../features/records/written-reports.tsx';
import { useApi } from '../lib/api.ts';
import { useHead } from '../lib/head.tsx';
import { roleQuery } from '../lib/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Medical reports` });
  useLiveRecords();
  const { data: person } = useSuspenseQuery(roleQuery(useApi()));
  return (
    <div className="page one-after-another grid gap-8 py-8 md:gap-12 md:py-12">
      <h1 className="text-2xl">
        <Trans>Medical reports</Trans>
      </h1>
      {person.role === 'healthcare_provider' && (
        <section className="grid gap-4">
          <h2 className="text-xl">
            <Trans>Reports you wrote</Trans>
          </h2>
          <WrittenReports />
        </section>
      )}
      <section className="grid gap-4">
        <h2 className="text-xl">
          <Trans>Your reports</Trans>
        </h2>
        <OwnReports />
      </section>
      <section className="grid gap-4">
        <h2 className="text-xl">
          <Trans>Sample reports</Trans>
        </h2>
        <SampleReports />
      </section>
    </div>
  );
}
