import { Trans, useLingui } from '@lingui/react/macro';
import { SearchForm } from '../../components/search-form.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { UrgentHelp } from '../../components/urgent-help.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { useSearchBox } from '../../lib/search-box.ts';
import { directoryAddress, type Filters } from './filters.ts';
import { ProviderFilters } from './provider-filters.tsx';
import { ProviderList } from './provider-list.tsx';

/** The search box over all providers, what narrows it, and what it finds. What is asked for stands in the address. */
export function Directory({ q, filters }: { q: string | undefined; filters: Filters }) {
  const { t } = useLingui();
  const { box, startAgain } = useSearchBox(q);
  return (
    <div className="grid gap-6">
      <div className="max-w-2xl">
        <SearchForm
          action="/providers"
          label={<Trans>Search by name, speciality or place</Trans>}
          placeholder={t`Cardiology, Pune…`}
          beside={filters}
          {...box}
        />
      </div>
      <UrgentHelp q={q} />
      <ProviderFilters q={q} filters={filters} />
      <ProviderList
        filter={{ q, ...filters }}
        heading="h2"
        empty={
          Object.keys(filters).length > 0 ? (
            <EmptyState
              title={<Trans>No provider matches all of this</Trans>}
              action={
                <ButtonLink to={directoryAddress(q, {})}>
                  <Trans>Clear the filters</Trans>
                </ButtonLink>
              }
            >
              <Trans>Remove one of the filters, or choose a later time or a higher fee.</Trans>
            </EmptyState>
          ) : q === undefined ? (
            <EmptyState
              title={<Trans>No providers are listed yet</Trans>}
              action={
                <ButtonLink to="/register/user/provider">
                  <Trans>Become the first one</Trans>
                </ButtonLink>
              }
            >
              <Trans>Are you a healthcare provider? Your profile can be listed here.</Trans>
            </EmptyState>
          ) : (
            <EmptyState
              title={<Trans>No provider matches “{q}”</Trans>}
              action={
                <div className="flex flex-wrap justify-center gap-2">
                  <Button onClick={startAgain}>
                    <Trans>Clear the search</Trans>
                  </Button>
                  <ButtonLink to="/speciality" variant="quiet">
                    <Trans>Browse specialities</Trans>
                  </ButtonLink>
                </div>
              }
            >
              <Trans>Try fewer words, the name of a city, or a speciality such as Cardiology.</Trans>
            </EmptyState>
          )
        }
      />
    </div>
  );
}
