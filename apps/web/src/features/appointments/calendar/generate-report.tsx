import { mayReport, takesReport } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { deletedUser } from '@carecommons/contract/erasure-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { FilePlus } from 'lucide-react';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { usePerson } from '../../../lib/session/role.ts';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import { useNow } from '../../../lib/texts/now.ts';

/** The way to upload a report, where the visit may have taken place. */
export function GenerateReport({ appointment }: { appointment: Appointment }) {
  const person = usePerson();
  const now = useNow();
  const { t } = useLingui();
  const patientName = usePatientName();
  const gone = appointment.user.name === deletedUser;
  if (gone || person === undefined || !mayReport(person, appointment) || !takesReport(appointment, now)) return null;
  return (
    <ButtonLink
      to={`/record/${appointment.id}`}
      variant="quiet"
      className="w-full md:w-auto md:justify-self-start"
      aria-label={t`Generate Report: ${patientName(appointment.user)}`}
    >
      <FilePlus size={20} aria-hidden />
      <Trans>Generate Report</Trans>
    </ButtonLink>
  );
}
