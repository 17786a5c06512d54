import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { Deadline } from './deadline.tsx';
import { EndedNote } from './ended-note.tsx';
import { MovesFrom } from './proposal.tsx';
import type { Reader } from './status-badge.tsx';
import { SuspensionNote } from './suspension-note.tsx';

interface Props {
  appointment: Appointment;
  reader: Reader;
}

/** Where an appointment stands, in words: who is to answer until when, or who ended it and why. */
export function StatusNote({ appointment, reader }: Props) {
  const { status, is_approved, offered, moves_id } = appointment;
  return (
    <>
      <SuspensionNote appointment={appointment} reader={reader} />
      {status === 'requested' && offered && reader === 'patient' && (
        <p className="text-lg font-semibold">
          <Trans>A time became free for you</Trans>
        </p>
      )}
      {moves_id !== null && !is_approved && <MovesFrom appointment={appointment} reader={reader} />}
      {status === 'requested' && <Deadline appointment={appointment} reader={reader} />}
      <EndedNote appointment={appointment} reader={reader} />
    </>
  );
}
