import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { SearchForm } from '../components/search-form.tsx';
import { specialitiesQuery } from '../features/providers/api.ts';
import { SpecialityIndex } from '../features/providers/specialities/speciality-index.tsx';
import { TroubleChips } from '../features/providers/trouble-chips.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { useNavigate } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: specialities } = useSuspenseQuery(specialitiesQuery(useApi()));
  useHead({
    title: t`Specialists`,
    description: t`Which specialist treats what: every speciality on Carecommons from A to Z, with one plain sentence each.`,
  });
  return (
    <div className="page grid gap-8 py-8 md:gap-8 md:py-12">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-end lg:gap-x-12">
        <div className="grid gap-4">
          <header className="grid max-w-read gap-2">
            <h1 className="text-2xl md:text-3xl">
              <Trans>Specialists from A to Z</Trans>
            </h1>
            <p className="text-lg text-muted">
              <Trans>Not sure whom to see? Read what each of them treats, or search in your own words.</Trans>
            </p>
          </header>
          <SearchForm
            action="/providers"
            label={<Trans>Search by name, speciality or place</Trans>}
            suggests
            placeholder={t`Heart, skin, Pune…`}
            onSearch={(q) => navigate(q === '' ? '/providers' : `/providers?${new URLSearchParams({ q }).toString()}`)}
          />
        </div>
        <aside className="grid gap-1 rounded-card bg-accent-soft p-4">
          <h2 className="text-base">
            <Trans>Still not sure?</Trans>
          </h2>
          <p>
            <Trans>
              A family doctor or general physician is a good first visit: they treat most things themselves, and know
              whom to send you to for the rest.
            </Trans>
          </p>
        </aside>
      </div>
      <TroubleChips />
      <section className="grid gap-4">
        <h2 className="text-xl">
          <Trans>Every speciality</Trans>
        </h2>
        <SpecialityIndex specialities={specialities} />
      </section>
    </div>
  );
}
