import type { Provider } from '@carecommons/contract/providers';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { rupees } from '../../lib/texts/format.ts';
import { NextTimeLine } from './next-time-line.tsx';
import { ProviderFacts } from './provider-facts.tsx';
import { VerifiedBadge } from './verified-badge.tsx';
import { known } from '../../lib/texts/i18n.ts';

interface Props {
  provider: Provider;
  /** Whether the reader is this provider, who cannot book with themselves. */
  own: boolean;
  /** Shown below the text about the provider. */
  children: ReactNode;
}

/** Who a provider is: facts beside the story, and the booking button always in reach. */
export function ProviderProfile({ provider, own, children }: Props) {
  const { i18n } = useLingui();
  const { user, name, speciality, about, education, fees, verified, photo } = provider;
  return (
    <div className="page flex flex-col gap-6 py-8 md:grid md:grid-cols-[1fr_20rem] md:items-start md:gap-x-8 md:py-12">
      <header className="flex min-w-0 flex-col items-start gap-4 md:flex-row">
        <Avatar name={name} photo={photo} large />
        <div className="grid min-w-0 justify-items-start gap-2">
          <h1 dir="auto" className="text-2xl text-pretty">
            {name}
          </h1>
          <ul className="flex flex-wrap gap-2">
            {speciality.map((one) => (
              <li key={one} className="rounded-full bg-primary-soft px-3 py-1 text-sm font-medium text-primary">
                {known(i18n, one)}
              </li>
            ))}
          </ul>
          <VerifiedBadge verified={verified} />
          <NextTimeLine user={user} zone={provider.time_zone} among={[user]} />
        </div>
      </header>
      <ProviderFacts provider={provider} />
      <div className="grid min-w-0 gap-6 md:col-start-1 md:row-start-2">
        <section className="grid gap-2">
          <h2 className="text-xl">
            <Trans>About</Trans>
          </h2>
          <p dir="auto" className="max-w-read whitespace-pre-line">
            {about}
          </p>
        </section>
        <section className="grid gap-2">
          <h2 className="text-xl">
            <Trans>Education</Trans>
          </h2>
          <p className="max-w-read">{education}</p>
        </section>
        {children}
      </div>
      {/* On a phone it stays above the bar at the foot, which every signed-in person has. */}
      <div className="bottom-16 -mx-[16px] flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface px-[16px] py-3 tall:max-md:sticky md:col-start-2 md:row-start-1 md:mx-0 md:flex-col md:items-stretch md:rounded-card md:border md:p-6">
        <p className="leading-tight">
          <strong className="tabular block text-xl">{rupees(i18n, fees)}</strong>
          <span className="text-sm text-muted">
            <Trans>Consultation fee</Trans>
          </span>
        </p>
        {own ? (
          <ButtonLink to="/register/user/provider" variant="quiet">
            <Trans>Edit your provider profile</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to={`/books/${user}`}>
            <Trans>Book Appointment</Trans>
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
