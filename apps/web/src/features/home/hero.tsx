import { Trans, useLingui } from '@lingui/react/macro';
import { SearchForm } from '../../components/search-form.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { useNavigate } from '../../lib/navigation.tsx';
import { Banner } from './banner.tsx';

/** The promise, the search and the way to book; beside them the pictures. */
export function Hero() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <section className="border-b border-line bg-surface">
      <div className="page grid gap-8 py-6 md:grid-cols-2 md:items-center md:gap-12 md:py-14">
        <div className="grid min-w-0 gap-4 md:gap-5">
          <h1 className="text-2xl lg:text-3xl">
            <Trans>Find the right healthcare provider, ask for a time, and get an honest answer.</Trans>
          </h1>
          <p className="max-w-[44ch] text-muted lg:text-lg lg:leading-relaxed">
            <Trans>Patients and providers meet here: for a visit, a report, or a question.</Trans>
          </p>
          <SearchForm
            action="/providers"
            label={<Trans>Search by name, speciality or place</Trans>}
            suggests
            placeholder={t`Cardiology, Pune…`}
            onSearch={(q) => navigate(q === '' ? '/providers' : `/providers?${new URLSearchParams({ q }).toString()}`)}
          />
          <ButtonLink to="/providers" className="md:justify-self-start">
            <Trans>Book an appointment</Trans>
          </ButtonLink>
        </div>
        <Banner />
      </div>
    </section>
  );
}
