import { isOpen } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { Link } from '../../../lib/navigation.tsx';
import { useNow } from '../../../lib/texts/now.ts';
import type { Reader } from './status-badge.tsx';

/** Says of a visit to come that it may not take place, as its provider is suspended. */
export function SuspensionNote({ appointment, reader }: { appointment: Appointment; reader: Reader }) {
  const now = useNow();
  const { status, appointment_datetime, healthcare_provider: provider } = appointment;
  const toCome = isOpen(status) && new Date(appointment_datetime) > now;
  if (!provider.suspended || !toCome) return null;
  return (
    <p className="flex items-start gap-2 rounded-control bg-accent-soft px-3 py-2 text-accent">
      <TriangleAlert size={20} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        {reader === 'patient' ? (
          <Trans>
            {provider.name} is suspended on this site at present. This visit may not take place: please do not rely on
            it. You will be told when that changes.
          </Trans>
        ) : (
          <Trans>
            Your profile is suspended. The patient was told that this visit may not take place.{' '}
            <Link to="/verification" className="underline underline-offset-4">
              Read why
            </Link>
          </Trans>
        )}
      </span>
    </p>
  );
}
