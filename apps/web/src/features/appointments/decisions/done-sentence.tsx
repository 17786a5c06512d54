import { Trans } from '@lingui/react/macro';
import { When } from '../../../components/ui/when.tsx';
import type { CompletedMove } from './make-move.ts';

/** What was done: with an appointment, or with the time that is proposed in its place. */
export interface DoneMove extends Pick<CompletedMove, 'appointment' | 'side'> {
  move: CompletedMove['move'] | 'move';
}

/** What was done with an appointment, in a sentence short enough for the foot of a phone. */
export function DoneSentence({ done: { move, appointment, side } }: { done: DoneMove }) {
  const name = (side === 'provider' ? appointment.user : appointment.healthcare_provider).name;
  const moment = <When at={new Date(appointment.appointment_datetime)} zone={appointment.time_zone} />;
  const sentences = {
    approve:
      side === 'provider' ? (
        <Trans>
          Approved: {name}, {moment}
        </Trans>
      ) : (
        <Trans>
          Accepted: {name}, {moment}
        </Trans>
      ),
    decline: (
      <Trans>
        Declined: {name}, {moment}
      </Trans>
    ),
    undo: (
      <Trans>
        Taken back, it waits for an answer again: {name}, {moment}
      </Trans>
    ),
    cancel: (
      <Trans>
        Cancelled: {name}, {moment}
      </Trans>
    ),
    move: (
      <Trans>
        New time proposed: {name}, {moment}
      </Trans>
    ),
    complete: (
      <Trans>
        Completed: {name}, {moment}
      </Trans>
    ),
    no_show: (
      <Trans>
        Did not come: {name}, {moment}
      </Trans>
    ),
  };
  return sentences[move];
}
