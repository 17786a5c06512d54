import type { Side } from '@carecommons/contract/appointment-rules';
import type { Role } from '@carecommons/contract/endpoint';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { calendarAddressesQuery } from './api.ts';
import { AddressPart } from './address-part.tsx';

/** Private addresses under which the person's own calendar reads their visits. */
export function CalendarAddresses({ role }: { role: Role | undefined }) {
  const id = useId();
  const { data, error, refetch } = useQuery(calendarAddressesQuery(useApi()));
  const sides: Side[] = role === 'healthcare_provider' ? ['provider', 'patient'] : ['patient'];
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={id} className="text-lg">
            <Trans>Your visits in your calendar</Trans>
          </h2>
          <p className="text-muted">
            <Trans>
              With a private address, the calendar on your phone or computer shows your visits and keeps them up to
              date.
            </Trans>
          </p>
        </div>
        {error !== null && (
          <LoadFailure
            title={<Trans>Your calendar addresses could not be loaded.</Trans>}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined &&
          sides.map((side) => (
            <AddressPart
              key={side}
              side={side}
              alone={sides.length === 1}
              address={data.find((one) => one.side === side)}
            />
          ))}
      </Card>
    </section>
  );
}
