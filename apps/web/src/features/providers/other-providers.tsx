import type { Provider } from '@carecommons/contract/providers';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { useApi } from '../../lib/calls/api.ts';
import type { Call } from '../../lib/calls/call.ts';
import { Link } from '../../lib/navigation.tsx';
import { rupees } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';
import { providerQuery, specialitiesQuery } from './api.ts';
import { NextTimeLine } from './next-time-line.tsx';
import { placeOf } from './place.ts';
import { VerifiedBadge } from './verified-badge.tsx';

const shown = 3;
// Who is free within a week is offered before the others.
const soonDays = 7;

function othersQuery(api: Call, speciality: number | undefined, provider: number) {
  return {
    queryKey: ['providers', 'instead of', provider, speciality],
    enabled: speciality !== undefined,
    queryFn: async () => {
      const ask = (free_within?: number) =>
        api.call('GET /providers/', { query: { speciality, free_within, limit: shown + 1 } });
      const but = (rows: Provider[]) => rows.filter(({ user }) => user !== provider);
      const soon = but(await ask(soonDays));
      const all = soon.length >= shown ? [] : but(await ask());
      return [...soon, ...all.filter(({ user }) => soon.every((one) => one.user !== user))].slice(0, shown);
    },
  };
}

/** To a patient whom a provider does not see: others of the same speciality. */
export function OtherProviders({ provider }: { provider: number }) {
  const { i18n } = useLingui();
  const id = useId();
  const api = useApi();
  const name = useQuery(providerQuery(api, String(provider))).data?.[0]?.speciality[0];
  const speciality = useQuery(specialitiesQuery(api)).data?.find((one) => one.name === name);
  const { data: others = [] } = useQuery(othersQuery(api, speciality?.id, provider));
  if (speciality === undefined || others.length === 0)
    return (
      <ButtonLink to="/providers" variant="quiet" className="justify-self-start">
        <Trans>Find another provider</Trans>
      </ButtonLink>
    );
  const field = known(i18n, speciality.name);
  const ids = others.map(({ user }) => user);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        <Trans>Others in {field}</Trans>
      </h2>
      <ul className="grid gap-3">
        {others.map((one) => (
          <li key={one.user}>
            <Other provider={one} among={ids} />
          </li>
        ))}
      </ul>
      <ButtonLink to={`/all/${speciality.id}`} variant="plain" className="justify-self-start">
        <Trans>See all in {field}</Trans>
      </ButtonLink>
    </section>
  );
}

function Other({ provider, among }: { provider: Provider; among: number[] }) {
  const { i18n } = useLingui();
  const id = useId();
  const { user, name, fees, verified, photo, time_zone } = provider;
  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex gap-3">
        <Avatar name={name} photo={photo} />
        <div className="grid min-w-0 grid-cols-1 justify-items-start gap-1">
          <Link
            to={`/profile/${user}`}
            id={id}
            dir="auto"
            className="inline-flex min-h-11 items-center font-semibold hover:text-primary hover:underline hover:underline-offset-4"
          >
            {name}
          </Link>
          <p className="text-sm text-muted">
            {placeOf(provider)} · <span className="tabular">{rupees(i18n, fees)}</span>
          </p>
          <VerifiedBadge verified={verified} />
        </div>
      </div>
      <NextTimeLine user={user} zone={time_zone} among={among} />
      <ButtonLink to={`/books/${user}`} variant="quiet" aria-describedby={id}>
        <Trans>Book Appointment</Trans>
      </ButtonLink>
    </article>
  );
}
