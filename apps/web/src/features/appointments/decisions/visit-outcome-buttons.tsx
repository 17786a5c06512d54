import { canMove } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '../../../components/ui/alert-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useNow } from '../../../lib/texts/now.ts';
import { usePerson } from '../../../lib/session/role.ts';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import { hasReportQuery } from '../api.ts';
import type { CompletedMove } from './make-move.ts';

interface Props {
  appointment: Appointment;
  onMake: (made: CompletedMove) => void;
}

/** Whether a visit took place, once it has begun: what was noted can be corrected. */
export function VisitOutcomeButtons({ appointment, onMake }: Props) {
  const person = usePerson();
  const now = useNow();
  const { t } = useLingui();
  const patientName = usePatientName();
  const api = useApi();
  const queries = useQueryClient();
  const [looking, setLooking] = useState(false);
  const [asks, setAsks] = useState(false);
  if (person === undefined) return null;
  const mayComplete = canMove('complete', person, appointment, now);
  const mayMiss = canMove('no_show', person, appointment, now);
  if (!mayComplete && !mayMiss) return null;
  const name = patientName(appointment.user);
  const miss = () => onMake({ move: 'no_show', appointment, side: 'provider' });
  async function missUnlessReported() {
    setLooking(true);
    // Where that cannot be known, the move itself says why.
    const hasReport = await queries.fetchQuery(hasReportQuery(api, appointment.id)).catch(() => false);
    setLooking(false);
    if (hasReport) setAsks(true);
    else miss();
  }
  return (
    <div className="flex flex-wrap gap-2">
      {mayComplete && (
        <Button
          variant="quiet"
          className="flex-auto md:flex-none"
          aria-label={t`Mark as completed: ${name}`}
          // The second press of a double click was meant for the button that was here before.
          onClick={({ detail }) => detail < 2 && onMake({ move: 'complete', appointment, side: 'provider' })}
        >
          <CircleCheck size={20} aria-hidden />
          <Trans>Mark as completed</Trans>
        </Button>
      )}
      {mayMiss && (
        <Button
          variant="quiet"
          className="flex-auto md:flex-none"
          aria-label={t`Did not come: ${name}`}
          aria-disabled={looking}
          onClick={({ detail }) => detail < 2 && !looking && void missUnlessReported()}
        >
          <UserX size={20} aria-hidden />
          <Trans>Did not come</Trans>
        </Button>
      )}
      {asks && (
        <AlertDialog
          title={<Trans>Did the patient not come?</Trans>}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button variant="quiet" onClick={() => setAsks(false)}>
                <Trans>Back</Trans>
              </Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsks(false);
                  miss();
                }}
              >
                <Trans>Did not come</Trans>
              </Button>
            </>
          }
        >
          <p>
            <Trans>There is a report of this visit of {appointment.user.name}. It stays where it is.</Trans>
          </p>
        </AlertDialog>
      )}
    </div>
  );
}
