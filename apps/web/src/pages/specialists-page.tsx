import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { SearchForm } from '../components/search-form.tsx';
import { specialitiesQuery } from '../features/providers/api.ts';
import { useApi } from '../lib/api.ts';
import { useHead } from '../lib/head.tsx';
import { Link, useNavigate } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const specialities = useSuspenseQuery(specialitiesQuery(useApi())).data;
  const letters = [...Map.groupBy(specialities, ({ name }) => name.charAt(0).toUpperCase())];
  useHead({
    title: t`Specialists`,
    description: t`Which specialist treats what: every speciality on Carecommons from A to Z, with one plain sentence each.`,
  });
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <header className="grid max-w-read gap-2">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Specialists from A to Z</Trans>
        </h1>
        <p className="text-lg text-muted">
          <Trans>Not sure whom to see? Read what each of them treats, or search with your own words.</Trans>
        </p>
      </header>
      <div className="max-w-xl">
        <SearchForm
          action="/providers"
          label={<Trans>Search providers</Trans>}
          placeholder={t`Heart, skin, Pune…`}
          onSearch={(text) => navigate(text === '' ? '/providers' : `/providers?q=${encodeURIComponent(text)}`)}
        />
      </div>
      <div className="grid gap-6">
        {letters.map(([letter, under]) => (
          <section key={letter} className="grid gap-2 border-t border-line pt-4 md:grid-cols-[4rem_1fr]">
            <h2 className="text-xl text-primary">{letter}</h2>
            <dl className="grid gap-3">
              {under.map(({ id, name, desc }) => (
                <div key={id}>
                  <dt>
                    <Link
                      to={`/all/${id}`}
                      className="inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline"
                    >
                      {name}
                    </Link>
                  </dt>
                  <dd className="max-w-read text-muted">{desc ?? t`Specialized care in this field`}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}
