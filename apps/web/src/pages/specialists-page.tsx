import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { SearchForm } from '../components/search-form.tsx';
import { specialitiesQuery } from '../features/providers/api.ts';
import { SpecialityIndex } from '../features/providers/speciality-index.tsx';
import { useApi } from '../lib/api.ts';
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
    <div className="page grid gap-6 py-8 md:gap-8 md:py-12">
      <header className="grid max-w-read gap-2">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Specialists from A to Z</Trans>
        </h1>
        <p className="text-lg text-muted">
          <Trans>Not sure whom to see? Read what each of them treats, or search in your own words.</Trans>
        </p>
      </header>
      <div className="max-w-2xl">
        <SearchForm
          action="/providers"
          label={<Trans>Search by name, speciality or place</Trans>}
          placeholder={t`Heart, skin, Pune…`}
          onSearch={(q) => navigate(q === '' ? '/providers' : `/providers?${new URLSearchParams({ q }).toString()}`)}
        />
      </div>
      <SpecialityIndex specialities={specialities} />
    </div>
  );
}
