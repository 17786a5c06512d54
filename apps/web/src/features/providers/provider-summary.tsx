import type { Provider } from '@carecommons/contract/providers';
import { Trans, useLingui } from '@lingui/react/macro';
import { Avatar } from '../../components/ui/avatar.tsx';
import { rupees } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';
import { Link } from '../../lib/navigation.tsx';
import { placeOf } from './place.ts';
import { VerifiedBadge } from './verified-badge.tsx';

/** Whom a booking is with. */
export function ProviderSummary({ provider }: { provider: Provider }) {
  const { i18n } = useLingui();
  const { user, name, speciality, fees, verified, photo } = provider;
  return (
    <div className="flex gap-3 rounded-card border border-line bg-surface p-4">
      <Avatar name={name} photo={photo} />
      <div className="grid min-w-0 grid-cols-1 justify-items-start gap-1">
        <Link
          to={`/profile/${user}`}
          dir="auto"
          className="inline-flex min-h-11 items-center text-lg font-semibold hover:text-primary hover:underline hover:underline-offset-4"
        >
          {name}
        </Link>
        <p className="text-sm text-muted">{speciality.map((one) => known(i18n, one)).join(' · ')}</p>
        <p className="text-sm text-muted">{placeOf(provider)}</p>
        <p className="text-sm">
          <Trans>
            <strong className="tabular">{rupees(i18n, fees)}</strong> consultation fee
          </Trans>
        </p>
        <VerifiedBadge verified={verified} />
      </div>
    </div>
  );
}
