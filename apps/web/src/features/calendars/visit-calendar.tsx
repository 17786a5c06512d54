import type { Appointment } from '@carecommons/contract/appointments';
import { isOpen } from '@carecommons/contract/appointment-rules';
import { Trans } from '@lingui/react/macro';
import { CalendarPlus, CalendarX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { useNow } from '../../lib/texts/now.ts';

/** Puts a visit into the reader's calendar, or takes one that was cancelled out of it. */
export function VisitCalendar({
  appointment: { id, status, moves_id, offered, ends_at },
}: {
  appointment: Appointment;
}) {
  const api = useApi();
  const now = useNow();
  const [failed, setFailed] = useState(false);
  // A time that is only proposed or offered comes into the calendar when it is agreed; what took place may stay there.
  const noted = status === 'completed' || status === 'no_show';
  if (noted || new Date(ends_at) <= now || (status === 'requested' && (moves_id !== null || offered))) return null;
  const open = isOpen(status);
  const Icon = open ? CalendarPlus : CalendarX;

  async function load() {
    setFailed(false);
    try {
      // A link for minutes alone, so it is fetched when it is wanted. A file that is saved leaves the page where it is.
      const params = { appointment_id: id };
      const { file } = await api.call('GET /api/appointments/:appointment_id/calendar-link/', { params });
      location.assign(file);
    } catch {
      setFailed(true);
    }
  }
  return (
    <div className="grid justify-items-start gap-1">
      <Button variant="quiet" onClick={() => void load()}>
        <Icon size={20} aria-hidden />
        {open ? <Trans>Add to your calendar</Trans> : <Trans>Remove it from your calendar</Trans>}
      </Button>
      {open && (
        <Link
          to="/account"
          className="inline-flex min-h-11 items-center text-sm font-medium text-primary underline underline-offset-4"
        >
          <Trans>Or see all your visits there, always up to date</Trans>
        </Link>
      )}
      {failed && (
        <Notice kind="danger">
          <Trans>The file for your calendar could not be made. Please try again.</Trans>
        </Notice>
      )}
    </div>
  );
}
