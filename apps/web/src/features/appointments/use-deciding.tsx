import { undoSeconds } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { renewAppointments, showAppointment } from './api.ts';
import { DecidedBar } from './decided-bar.tsx';
import { type Made, sendMove, useMove } from './moves.ts';
import { NotMade } from './not-made.tsx';
import { SaidOf } from './said-of.tsx';

interface Done {
  key: number;
  made: Made;
  /** What the server said to it. */
  answer: Promise<Appointment>;
}

interface Deciding {
  /** Makes a move at a press; nothing is asked before. */
  onMake: (made: Made) => void;
  /** What was done in the last seconds, with the way back, and the message where it failed. */
  outcome: ReactNode;
}

let keys = 0;

/** Approving, declining and the like from a page: the pressing, what it comes to, and taking it back. */
export function useDeciding(): Deciding {
  const api = useApi();
  const queries = useQueryClient();
  const move = useMove();
  const [done, setDone] = useState<Done[]>([]);
  const [failed, setFailed] = useState<{ made: Made; error: Error }>();
  const remove = (key: number) => setDone((all) => all.filter((one) => one.key !== key));

  function make(made: Made, answer: Promise<Appointment>) {
    const key = ++keys;
    const { id } = made.appointment;
    setDone((all) => [...all.filter((one) => one.made.appointment.id !== id), { key, made, answer }]);
    answer.catch((error: Error) => {
      remove(key);
      setFailed({ made, error });
    });
  }

  const onMake = (made: Made) => make(made, move.mutateAsync(made));

  function onUndo({ made: { appointment, side }, answer }: Done) {
    const made: Made = { move: 'undo', appointment, side };
    showAppointment(queries, appointment);
    // It may be pressed before the decision itself has arrived; one that did not arrive is none to take back.
    const undone = answer.then(
      () => sendMove(api, made),
      () => appointment,
    );
    make(
      made,
      undone.finally(() => renewAppointments(queries)),
    );
  }

  return {
    onMake,
    outcome: (
      <>
        {done.length > 0 && (
          <div className="fixed inset-x-0 bottom-16 z-20 grid gap-2 p-2 md:bottom-0 md:mx-auto md:max-w-2xl md:p-4">
            {done.map((one) => (
              <DecidedBar
                key={one.key}
                says={<SaidOf made={one.made} />}
                seconds={undoSeconds}
                onUndo={canBeUndone(one.made) ? () => onUndo(one) : undefined}
                onEnd={() => remove(one.key)}
              />
            ))}
          </div>
        )}
        {failed && (
          <NotMade
            {...failed}
            onRetry={() => {
              setFailed(undefined);
              onMake(failed.made);
            }}
            onClose={() => setFailed(undefined)}
          />
        )}
      </>
    ),
  };
}

const canBeUndone = ({ move }: Made) => move === 'approve' || move === 'decline';
