import { Trans } from '@lingui/react/macro';
import { Siren } from 'lucide-react';
import { useSite } from '../lib/site.ts';

/** Stands wherever somebody in danger might ask for help in vain. */
export function EmergencyNote() {
  const { emergency_number: number } = useSite();
  return (
    <p className="flex items-center gap-2 rounded-control bg-danger-soft px-3 text-danger">
      <Siren size={20} className="shrink-0" aria-hidden />
      <Trans>
        Not for emergencies —{' '}
        <a
          href={`tel:${number}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          call {number}
        </a>
      </Trans>
    </p>
  );
}
