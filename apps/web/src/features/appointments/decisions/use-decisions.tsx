import { undoSeconds } from '@carecommons/contract/appointment-rules';
import type { Appointment, approveAppointments } from '@carecommons/contract/appointments';
import type { ReplyOf } from '@carecommons/contract/endpoint';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useApi } from '../../../lib/calls/api.ts';
import { CallError, isSignedOut } from '../../../lib/calls/call.ts';
import { type CompletedMove, makeMove, type MoveOptions } from './make-move.ts';
import { renewAppointments, showAppointment, stopRenewing } from '../api.ts';
import { showToast, showFailure, closeToast, claimOfferedToast } from './toasts.ts';
import { hostToasts } from './toast-host.tsx';
import { type DoneMove, DoneSentence } from './done-sentence.tsx';

/** Approving, declining and the like from a page, at a press; nothing is asked before. It can be taken back wherever one goes. */
export function useDecisions(): { onMake: (made: CompletedMove) => void } {
  const { i18n } = useLingui();
  const ways: MoveOptions = { api: useApi(), queries: useQueryClient() };
  return {
    onMake(made) {
      hostToasts(i18n);
      decide(ways, made);
    },
  };
}

/** What became of one of several requests; they come in the order of the requests. */
export type Outcome = ReplyOf<typeof approveAppointments>[number];

/** Approves several requests in one call. Each says where it stands that it is approved, and can be taken back there. Throws a CallError. */
export function useApproveEach(
  keep: (made: CompletedMove) => void,
): (rows: readonly Appointment[]) => Promise<Outcome[]> {
  const { i18n } = useLingui();
  const ways: MoveOptions = { api: useApi(), queries: useQueryClient() };
  return async (rows) => {
    const { api, queries } = ways;
    const until = soon();
    try {
      const body = { appointments: rows.map(({ id }) => id) };
      const outcomes = await api.call('PUT /api/approve-appointments/', { body });
      hostToasts(i18n);
      await stopRenewing(queries);
      for (const [index, { appointment: now }] of outcomes.entries()) {
        const appointment = rows[index];
        if (now === null || appointment === undefined) continue;
        const { id } = appointment;
        const made: CompletedMove = { move: 'approve', appointment, side: 'provider' };
        keep(made);
        claimOfferedToast(id);
        const decided = { made, until, answer: Promise.resolve(now), undone: false };
        showDone(made, until, () => void takeBack(ways, decided), true);
        showAppointment(queries, now);
      }
      return outcomes;
    } finally {
      renewAppointments(queries);
    }
  };
}

/** Closes a dialog and says what it has done, which takes the focus: what opened it may be gone. */
export function useToast(onClose: () => void): (done: DoneMove) => void {
  const { i18n } = useLingui();
  return (done) => {
    // Nothing beside an open dialog can have the focus.
    flushSync(onClose);
    hostToasts(i18n);
    showDone(done);
  };
}

const soon = () => Date.now() + undoSeconds * 1000;

function showDone(done: DoneMove, until = soon(), onUndo?: () => void, oneOfSeveral = false) {
  const { appointment, move } = done;
  const message = <DoneSentence done={done} />;
  return showToast({ appointmentId: appointment.id, move, message, until, onUndo, oneOfSeveral });
}

function decide(ways: MoveOptions, made: CompletedMove) {
  const decided = { made, until: soon(), answer: makeMove(ways, made), undone: false };
  const key = showDone(made, decided.until, canBeUndone(made) ? () => void takeBack(ways, decided) : undefined);
  decided.answer.catch((error: Error) => {
    // It was to be taken back anyway.
    if (decided.undone) return;
    closeToast(key);
    showFailure({ made, error, onRetry: mayPass(error) ? () => decide(ways, made) : undefined });
  });
}

const canBeUndone = ({ move }: CompletedMove) => move === 'approve' || move === 'decline';

interface Decided {
  made: CompletedMove;
  until: number;
  /** What the server said to it. */
  answer: Promise<Appointment>;
  /** Whether it is being taken back. */
  undone: boolean;
}

async function takeBack(ways: MoveOptions, decided: Decided) {
  const { made, until, answer } = decided;
  const undo: CompletedMove = { move: 'undo', appointment: made.appointment, side: made.side };
  decided.undone = true;
  const key = showDone(undo);
  try {
    // It may be pressed before the decision itself has arrived; one that did not arrive is none to take back.
    const now = await answer.catch(() => undefined);
    if (now !== undefined) await makeMove(ways, undo, made.appointment, now);
  } catch (error) {
    closeToast(key);
    const again = () => void takeBack(ways, decided);
    const possible = Date.now() < until && mayPass(error as Error);
    if (possible) showDone(made, until, again);
    showFailure({ made: undo, error: error as Error, onRetry: possible ? again : undefined });
  }
}

/** Whether the same may succeed a little later: the server was away, or busy, or nobody is signed in any more. */
function mayPass(error: Error) {
  if (!(error instanceof CallError)) return false;
  return error.code === 'unreachable' || error.status >= 500 || error.status === 429 || isSignedOut(error);
}
