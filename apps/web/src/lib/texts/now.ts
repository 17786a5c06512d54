import { useSyncExternalStore } from 'react';

const halfAMinuteMs = 30_000;

// One clock for all that read it: a page of cards would else have some hundred timers.
const readers = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function update() {
  now = new Date();
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  if (readers.size === 0) {
    timer = setInterval(update, halfAMinuteMs);
    // A device that was asleep missed its turns.
    document.addEventListener('visibilitychange', update);
  }
  readers.add(reader);
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', update);
  };
}

function read(): Date {
  // While nobody listened it stood still; a page that comes up is not to begin with the time of an earlier one.
  if (readers.size === 0 && Date.now() - now.getTime() > 1000) now = new Date();
  return now;
}

/** The time by this device's clock, kept up to date. Not for what the server renders: its clock shows another time. */
export const useNow = (): Date => useSyncExternalStore(subscribe, read, read);
