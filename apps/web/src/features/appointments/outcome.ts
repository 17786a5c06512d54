import type { ReactNode } from 'react';
import type { Made } from './moves.ts';

/** What somebody has just done with an appointment. */
export interface Done {
  key: number;
  appointmentId: number;
  says: ReactNode;
  /** Until then it stands there, in milliseconds. */
  until: number;
  /** Takes it back, where that is possible. */
  onUndo?: (() => void) | undefined;
}

/** What was not done after all, though it showed already. */
export interface Failed {
  made: Made;
  error: Error;
  /** Tries it again, where that may help. */
  onRetry?: (() => void) | undefined;
}

interface Outcome {
  done: readonly Done[];
  failed: readonly Failed[];
}

// It belongs to no page: whoever has decided may be on another one before the ten seconds are over, or the answer is there.
let outcome: Outcome = { done: [], failed: [] };
let keys = 0;
const listeners = new Set<() => void>();

function change(now: Partial<Outcome>) {
  outcome = { ...outcome, ...now };
  for (const listener of listeners) listener();
}

export const readOutcome = () => outcome;

/** Calls back when there is something else to say. */
export function onOutcome(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says what was done, in the place of what was said of the same appointment; returns the key by which it is not said any more. */
export function say(done: Omit<Done, 'key'>): number {
  const key = ++keys;
  change({ done: [...outcome.done.filter((one) => one.appointmentId !== done.appointmentId), { key, ...done }] });
  return key;
}

export function unsay(key: number) {
  change({ done: outcome.done.filter((one) => one.key !== key) });
}

export function sayFailed(failed: Failed) {
  change({ failed: [...outcome.failed, failed] });
}

export function unsayFailed(failed: Failed) {
  change({ failed: outcome.failed.filter((one) => one !== failed) });
}

/** Says nothing of all that any more. */
export function unsayAll() {
  change({ done: [], failed: [] });
}
