import { isOpen } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { When } from '../../../components/ui/when.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { appointmentQuery, freeTimesQuery } from '../api.ts';

/** To a patient whose visit does not take place: the nearest free times, each leading to booking with it filled in. */
export function OtherTimes({ appointment }: { appointment: Appointment }) {
  const { id, status, moved_to_id, moves_id, time_zone, healthcare_provider: provider } = appointment;
  const over = status === 'declined' || status === 'expired' || status === 'cancelled';
  const api = useApi();
  const { data: before } = useQuery({ ...appointmentQuery(api, moves_id ?? 0), enabled: over && moves_id !== null });
  // Where a proposed time came to nothing, the one of before stands as a rule.
  const replaced = moved_to_id !== null || (moves_id !== null && (before === undefined || isOpen(before.status)));
  const wanted = over && !replaced && !provider.suspended;
  const { data: free, isPending } = useQuery({ ...freeTimesQuery(api, id), enabled: wanted });
  if (!wanted) return null;
  const booking = `/books/${provider.user}`;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">
        <Trans>Another time with {provider.name}</Trans>
      </h2>
      {isPending && <Skeleton className="h-36" />}
      {free !== undefined && free.length > 0 && (
        <ul className="grid gap-2">
          {free.map((iso) => (
            <li key={iso}>
              <ButtonLink to={`${booking}?at=${encodeURIComponent(iso)}`} variant="quiet" wide>
                <span>
                  <When at={new Date(iso)} zone={time_zone} />
                </span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to={booking} variant="plain" className="md:justify-self-start">
        {free?.length === 0 ? <Trans>Choose another time</Trans> : <Trans>See all times</Trans>}
      </ButtonLink>
    </section>
  );
}
