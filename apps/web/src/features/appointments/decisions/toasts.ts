import type { ReactNode } from 'react';
import type { CompletedMove } from './make-move.ts';

/** What somebody has just done with an appointment. */
export interface Toast {
  key: number;
  appointmentId: number;
  move: CompletedMove['move'] | 'move';
  message: ReactNode;
  /** Until when it is shown, in milliseconds since 1970. */
  until: number;
  /** Undoes it, if that is possible. */
  onUndo?: (() => void) | undefined;
  /** Whether it is one of several that were decided at once: then it does not take the focus, and is not read out. */
  oneOfSeveral?: boolean;
}

/** What was not done after all, though it showed already. */
export interface FailedMove {
  made: CompletedMove;
  error: Error;
  /** Tries it again, where that may help. */
  onRetry?: (() => void) | undefined;
}

interface Toasts {
  done: readonly Toast[];
  failed: readonly FailedMove[];
}

// It belongs to no page: whoever has decided may be on another one before the ten seconds are over, or the answer is there.
let toasts: Toasts = { done: [], failed: [] };
let keys = 0;
const listeners = new Set<() => void>();

function change(now: Partial<Toasts>) {
  toasts = { ...toasts, ...now };
  for (const listener of listeners) listener();
}

export const readToasts = () => toasts;

/** Calls back after every change of the toasts. */
export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast with what was done, in place of an earlier one about the same appointment. Returns the key that closes it. */
export function showToast(done: Omit<Toast, 'key'>): number {
  const key = ++keys;
  change({ done: [...toasts.done.filter((one) => one.appointmentId !== done.appointmentId), { key, ...done }] });
  return key;
}

// By appointment: the id of the buttons on the page that decided about it.
const anchors = new Map<number, string>();

/** Shows toasts about an appointment where its buttons were, as long as that part of the page is there. */
export function claimToast(appointmentId: number, anchor: string) {
  anchors.set(appointmentId, anchor);
}

// The buttons that would decide about an appointment, if it were not decided with others.
const offeredAnchors = new Map<number, string>();

/** Names the buttons that decide about an appointment, for a decision about several. */
export function offerAnchor(appointmentId: number, anchor: string) {
  offeredAnchors.set(appointmentId, anchor);
}

/** Shows toasts about an appointment where its buttons are, although another one was pressed. */
export function claimOfferedToast(appointmentId: number) {
  const anchor = offeredAnchors.get(appointmentId);
  if (anchor !== undefined) claimToast(appointmentId, anchor);
}

/** That part of the page is gone: its toast moves to the foot of the window. */
export function releaseToast(appointmentId: number, anchor: string) {
  if (offeredAnchors.get(appointmentId) === anchor) offeredAnchors.delete(appointmentId);
  if (anchors.get(appointmentId) !== anchor) return;
  anchors.delete(appointmentId);
  change({});
}

/** Where on the page a toast is shown; undefined at the foot of the window. */
export const anchorOf = ({ appointmentId, move }: Toast): string | undefined =>
  move === 'approve' || move === 'decline' ? anchors.get(appointmentId) : undefined;

export function closeToast(key: number) {
  change({ done: toasts.done.filter((one) => one.key !== key) });
}

export function showFailure(failed: FailedMove) {
  change({ failed: [...toasts.failed, failed] });
}

export function closeFailure(failed: FailedMove) {
  change({ failed: toasts.failed.filter((one) => one !== failed) });
}

/** Says nothing of all that any more. */
export function closeAllToasts() {
  change({ done: [], failed: [] });
}
