import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { useApi } from '../lib/calls/api.ts';
import { useSite } from '../lib/site.ts';
import { urgencyQuery } from '../lib/urgency.ts';
import { buttonClass } from './ui/button.tsx';

/** Stands before what a search finds where its words are about an emergency, or about ending one's life: whom to call first. */
export function UrgentHelp({ q = '' }: { q: string | undefined }) {
  const { emergency_number: emergency, crisis_line: crisis } = useSite();
  const { data } = useQuery({
    ...urgencyQuery(useApi(), q),
    enabled: q !== '',
    // Keeps showing the last result while the person goes on typing.
    placeholderData: keepPreviousData,
  });
  const urgent = q === '' ? null : (data?.urgent ?? null);
  if (urgent === null) return null;
  return (
    <div role="alert" className="grid gap-3 rounded-card bg-danger-soft p-4 text-danger">
      <p className="flex items-start gap-2 font-semibold">
        <Siren size={20} className="mt-0.5 shrink-0" aria-hidden />
        {urgent === 'emergency' ? (
          <Trans>If this is an emergency, call {emergency} now. Do not wait for a visit or an answer here.</Trans>
        ) : (
          <Trans>You do not have to be alone with this. Talk to somebody now.</Trans>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {urgent === 'crisis' && (
          <a href={`tel:${crisis.number}`} className={buttonClass('primary')}>
            <Trans>
              Call {crisis.name} {crisis.number}
            </Trans>
          </a>
        )}
        <a href={`tel:${emergency}`} className={buttonClass(urgent === 'crisis' ? 'quiet' : 'primary')}>
          <Trans>Call {emergency}</Trans>
        </a>
      </div>
      {urgent === 'crisis' && (
        <p className="text-sm text-ink">
          <Trans>If a life is in danger at this moment, call {emergency}.</Trans>
        </p>
      )}
    </div>
  );
}
