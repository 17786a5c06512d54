import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { specialitiesQuery } from '../features/providers/api.ts';
import { SpecialityGrid } from '../features/providers/specialities/speciality-grid.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Specialities`,
    description: t`Every medical speciality on Carecommons in one sentence each, and the healthcare providers who practise it.`,
  });
  const { data: specialities } = useSuspenseQuery(specialitiesQuery(useApi()));
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <header className="grid gap-2">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Specialities</Trans>
        </h1>
        <p className="max-w-read text-muted">
          <Trans>
            Choose what it is about, and see who can help. If you are not sure, general medicine is a good start.
          </Trans>
        </p>
      </header>
      <SpecialityGrid specialities={specialities} />
    </div>
  );
}
