import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { When } from '../../../components/ui/when.tsx';

/** What the booking form leaves in the history's entry of the appointment that it leads to. */
export const justSent = { sent: true };

/** To who has just sent a request: that it was sent, what happens next, and the way to another one. */
export function SentNote({ appointment }: { appointment: Appointment }) {
  const { status, expires_at, time_zone, healthcare_provider, confirmed_at_once } = appointment;
  const { name } = healthcare_provider;
  const sent = (window.history.state as Partial<typeof justSent> | null)?.sent === true;
  const confirmed = status === 'approved' && confirmed_at_once;
  if (!sent || (status !== 'requested' && !confirmed)) return null;
  const until = expires_at && <When at={new Date(expires_at)} zone={time_zone} />;
  return (
    <Notice kind="success">
      <p className="font-semibold">
        {confirmed ? <Trans>Your visit is confirmed</Trans> : <Trans>Your request was sent</Trans>}
      </p>
      <p>
        {confirmed ? (
          <Trans>{name} has been told, and does not have to approve it. You can add it to your calendar below.</Trans>
        ) : until ? (
          <Trans>
            {name} answers by {until}. Until then the time is held for you. You read the answer here and under your
            notifications.
          </Trans>
        ) : (
          <Trans>You read the answer here and under your notifications.</Trans>
        )}
      </p>
      <ButtonLink to="/providers" variant="quiet" className="mt-2">
        <Trans>Book another appointment</Trans>
      </ButtonLink>
    </Notice>
  );
}
