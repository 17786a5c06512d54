import { canMove } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, UserX } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { useNow } from '../../../lib/texts/now.ts';
import { usePerson } from '../../../lib/session/role.ts';
import type { CompletedMove } from './make-move.ts';

interface Props {
  appointment: Appointment;
  onMake: (made: CompletedMove) => void;
}

/** Whether a visit took place, once it has begun: what was noted can be corrected. */
export function VisitOutcomeButtons({ appointment, onMake }: Props) {
  const person = usePerson();
  const now = useNow();
  if (person === undefined) return null;
  const mayComplete = canMove('complete', person, appointment, now);
  const mayMiss = canMove('no_show', person, appointment, now);
  if (!mayComplete && !mayMiss) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {mayComplete && (
        <Button
          look="quiet"
          className="flex-auto md:flex-none"
          // The second press of a double click was meant for the button that was here before.
          onClick={({ detail }) => detail < 2 && onMake({ move: 'complete', appointment, side: 'provider' })}
        >
          <CircleCheck size={20} aria-hidden />
          <Trans>Mark as completed</Trans>
        </Button>
      )}
      {mayMiss && (
        <Button
          look="quiet"
          className="flex-auto md:flex-none"
          onClick={({ detail }) => detail < 2 && onMake({ move: 'no_show', appointment, side: 'provider' })}
        >
          <UserX size={20} aria-hidden />
          <Trans>Did not come</Trans>
        </Button>
      )}
    </div>
  );
}
