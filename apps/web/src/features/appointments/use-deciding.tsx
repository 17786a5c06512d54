import { undoSeconds } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useApi } from '../../lib/api.ts';
import { CallError, isSignedOut } from '../../lib/call.ts';
import { type Made, makeMove, type Ways } from './moves.ts';
import { say, sayFailed, unsay } from './outcome.ts';
import { hostOutcome } from './outcome-host.tsx';
import { type Said, SaidOf } from './said-of.tsx';

/** Approving, declining and the like from a page, at a press; nothing is asked before. It can be taken back wherever one goes. */
export function useDeciding(): { onMake: (made: Made) => void } {
  const { i18n } = useLingui();
  const ways: Ways = { api: useApi(), queries: useQueryClient() };
  return {
    onMake(made) {
      hostOutcome(i18n);
      decide(ways, made);
    },
  };
}

/** Closes a dialog and says what it has done, which takes the focus: what opened it may be gone. */
export function useSaying(onClose: () => void): (said: Said) => void {
  const { i18n } = useLingui();
  return (said) => {
    // Nothing beside an open dialog can have the focus.
    flushSync(onClose);
    hostOutcome(i18n);
    sayDone(said);
  };
}

const soon = () => Date.now() + undoSeconds * 1000;

function sayDone(said: Said, until = soon(), onUndo?: () => void) {
  return say({ appointmentId: said.appointment.id, says: <SaidOf said={said} />, until, onUndo });
}

function decide(ways: Ways, made: Made) {
  const decided = { made, until: soon(), answer: makeMove(ways, made), undone: false };
  const key = sayDone(made, decided.until, canBeUndone(made) ? () => void takeBack(ways, decided) : undefined);
  decided.answer.catch((error: Error) => {
    // It was to be taken back anyway.
    if (decided.undone) return;
    unsay(key);
    sayFailed({ made, error, onRetry: mayPass(error) ? () => decide(ways, made) : undefined });
  });
}

const canBeUndone = ({ move }: Made) => move === 'approve' || move === 'decline';

interface Decided {
  made: Made;
  until: number;
  /** What the server said to it. */
  answer: Promise<Appointment>;
  /** Whether it is being taken back. */
  undone: boolean;
}

async function takeBack(ways: Ways, decided: Decided) {
  const { made, until, answer } = decided;
  const undo: Made = { move: 'undo', appointment: made.appointment, side: made.side };
  decided.undone = true;
  const key = sayDone(undo);
  try {
    // It may be pressed before the decision itself has arrived; one that did not arrive is none to take back.
    const now = await answer.catch(() => undefined);
    if (now !== undefined) await makeMove(ways, undo, made.appointment, now);
  } catch (error) {
    unsay(key);
    const again = () => void takeBack(ways, decided);
    const possible = Date.now() < until && mayPass(error as Error);
    if (possible) sayDone(made, until, again);
    sayFailed({ made: undo, error: error as Error, onRetry: possible ? again : undefined });
  }
}

/** Whether the same may succeed a little later: the server was away, or busy, or nobody is signed in any more. */
function mayPass(error: Error) {
  if (!(error instanceof CallError)) return false;
  return error.code === 'unreachable' || error.status >= 500 || error.status === 429 || isSignedOut(error);
}
