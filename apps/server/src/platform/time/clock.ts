/** The one source of business time. Tests move it; leases and time-outs use the database's and the process's own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs with the system's, but may be put forward or back. */
export function movableClock() {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    /** Moves the clock by so many milliseconds. */
    move(milliseconds: number) {
      offset += milliseconds;
    },
  };
}

/** A clock that stands still until it is moved. */
export function stillClock(at = new Date()) {
  let now = at.getTime();
  return {
    now: () => new Date(now),
    /** Moves the clock by so many milliseconds. */
    move(milliseconds: number) {
      now += milliseconds;
    },
  };
}
