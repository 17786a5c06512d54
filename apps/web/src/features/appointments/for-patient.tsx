import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { Notice } from '../../components/ui/notice.tsx';
import { useNow } from '../../lib/now.ts';

/** What a patient has to know of a request: that it is one, and what comes next. */
export function ForPatient({
  appointment: { status, appointment_datetime, healthcare_provider },
}: {
  appointment: Appointment;
}) {
  const now = useNow();
  if (status !== 'requested' || new Date(appointment_datetime) <= now) return null;
  return (
    <Notice kind="info">
      <p>
        <Trans>
          Your request is with {healthcare_provider.name}. The visit is confirmed only when it has been approved; the
          answer comes up here and under your appointments.
        </Trans>
      </p>
    </Notice>
  );
}
