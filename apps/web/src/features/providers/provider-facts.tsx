import type { Provider } from '@carecommons/contract/providers';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, BriefcaseMedical, CircleDashed, Languages, MapPin, Phone, UserRound } from 'lucide-react';
import { Card } from '../../components/ui/card.tsx';
import { dial, listOf } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';
import { mapOf } from '../../lib/map.ts';
import { Fact } from '../../components/ui/fact.tsx';
import { useGenders } from './gender.ts';
import { placeOf } from './place.ts';

const linkClass = 'inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4';

/** What one needs to know before a visit. */
export function ProviderFacts({ provider }: { provider: Provider }) {
  const { t, i18n } = useLingui();
  const { phone, experience, languages, gender, registration_number, council, verified } = provider;
  const place = placeOf(provider);
  const genders = useGenders();
  return (
    <Card className="md:col-start-2 md:row-start-2">
      <dl className="grid gap-4">
        <Fact icon={MapPin} name={t`Address`} named>
          {place}
          <br />
          <a href={mapOf(place)} target="_blank" rel="noopener noreferrer" className={linkClass}>
            <Trans>Show on a map (new tab)</Trans>
          </a>
        </Fact>
        <Fact icon={Phone} name={t`Phone`} named>
          <a href={dial(phone)} dir="ltr" className={linkClass}>
            {phone}
          </a>
        </Fact>
        <Fact icon={BriefcaseMedical} name={t`Experience`} named>
          <Plural value={experience} one="# year" other="# years" />
        </Fact>
        {languages.length > 0 && (
          <Fact icon={Languages} name={t`Languages`} named>
            {listOf(
              i18n,
              languages.map((one) => known(i18n, one)),
            )}
          </Fact>
        )}
        {gender && (
          <Fact icon={UserRound} name={t`Gender`} named>
            {genders[gender]}
          </Fact>
        )}
        <Fact icon={verified ? BadgeCheck : CircleDashed} name={t`Registration`} named>
          {verified ? (
            [registration_number, council].filter(Boolean).join(', ')
          ) : (
            <Trans>Nobody has checked a registration yet.</Trans>
          )}
          <p className="text-sm text-muted">
            {verified ? (
              <Trans>An administrator of this site has checked the number with the council.</Trans>
            ) : (
              <Trans>Number and council appear here once they have been checked.</Trans>
            )}
          </p>
        </Fact>
      </dl>
    </Card>
  );
}
