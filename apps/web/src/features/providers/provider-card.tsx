import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BriefcaseMedical, IndianRupee, Languages, MapPin, Phone } from 'lucide-react';
import { useId } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { dial, listOf, rupees } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';
import { Link } from '../../lib/navigation.tsx';
import { Fact } from '../../components/ui/fact.tsx';
import type { ListedProvider } from './api.ts';
import { NextTimeLine } from './next-time-line.tsx';
import { useGenders } from './gender.ts';
import { placeOf } from './place.ts';
import { VerifiedBadge } from './verified-badge.tsx';

interface Props {
  provider: ListedProvider;
  /** The level of the name in the page's outline. */
  heading: 'h2' | 'h3';
  /** The providers on the same page. */
  among: readonly number[];
}

/** A provider at a glance, and the two ways on. Only the name and the actions are links. */
export function ProviderCard({ provider, heading: Heading, among }: Props) {
  const { t, i18n } = useLingui();
  const nameId = useId();
  const { user, name, speciality, phone, experience, fees, languages, gender, verified, photo } = provider;
  const genders = useGenders();
  const facts = [...speciality.map((one) => known(i18n, one)), ...(gender ? [genders[gender]] : [])];
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface p-4 md:p-6">
      <header className="flex gap-3">
        <Avatar name={name} photo={photo} />
        <div className="grid min-w-0 grid-cols-1 justify-items-start gap-1">
          <Heading id={nameId} dir="auto" className="text-lg text-pretty">
            <Link
              to={`/profile/${user}`}
              className="touchable hover:text-primary hover:underline hover:underline-offset-4"
            >
              {name}
            </Link>
          </Heading>
          <p className="text-sm text-muted">{facts.join(' · ')}</p>
          <VerifiedBadge verified={verified} />
        </div>
      </header>
      <dl className="grid gap-2 text-sm">
        <Fact icon={MapPin} name={t`Address`}>
          {placeOf(provider)}
        </Fact>
        <Fact icon={Phone} name={t`Phone`}>
          <a
            href={dial(phone)}
            dir="ltr"
            className="-my-3 inline-flex min-h-11 items-center text-primary underline underline-offset-4"
          >
            {phone}
          </a>
        </Fact>
        <Fact icon={BriefcaseMedical} name={t`Experience`}>
          <Plural value={experience} one="# year of experience" other="# years of experience" />
        </Fact>
        {languages.length > 0 && (
          <Fact icon={Languages} name={t`Languages`}>
            {listOf(
              i18n,
              languages.map((one) => known(i18n, one)),
            )}
          </Fact>
        )}
        <Fact icon={IndianRupee} name={t`Consultation fee`}>
          <Trans>
            <strong className="tabular">{rupees(i18n, fees)}</strong> consultation fee
          </Trans>
        </Fact>
      </dl>
      <div className="-mt-2">
        <NextTimeLine user={user} zone={provider.time_zone} among={among} />
      </div>
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <ButtonLink to={`/books/${user}`} aria-describedby={nameId} className="flex-auto">
          <Trans>Book Appointment</Trans>
        </ButtonLink>
        <ButtonLink to={`/profile/${user}`} variant="quiet" aria-describedby={nameId} className="flex-auto">
          <Trans>View Full Profile</Trans>
        </ButtonLink>
      </div>
    </article>
  );
}
