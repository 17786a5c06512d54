/** Whom something can be sent to. */
export interface Receiver {
  send(text: Buffer): void;
}

interface Job {
  text: Buffer;
  receivers: readonly Receiver[];
  next: number;
}

// The event loop is held for about so long at a time: other requests go in between.
const sliceMs = 4;
const sentBetweenLooks = 8;
// Thousands of receivers times so many is minutes of work: what comes beyond is dropped, and all are told to fetch.
const waitingAtMost = 2000;

/**
 * Sends each text to many, in slices, so that the event loop is never held for long. Everybody gets the texts in the
 * order in which they came. `onOverflow` is called when too much waits, and what waits is dropped.
 */
export function openDelivery(onOverflow: () => void) {
  let jobs: Job[] = [];
  let running = false;
  const counts = { sent: 0, dropped: 0 };

  function slice() {
    const until = performance.now() + sliceMs;
    for (let sent = 1; ; sent++) {
      const job = jobs[0];
      if (job === undefined) {
        running = false;
        return;
      }
      const receiver = job.receivers[job.next++];
      if (receiver === undefined) jobs.shift();
      else {
        receiver.send(job.text);
        counts.sent += 1;
      }
      if (sent % sentBetweenLooks === 0 && performance.now() > until) break;
    }
    setImmediate(slice);
  }

  return {
    /** Texts sent to somebody so far, and dropped where too much waited. */
    counts,

    deliver(text: Buffer, receivers: readonly Receiver[]) {
      if (jobs.length >= waitingAtMost) {
        for (const { receivers: missing, next } of jobs.slice(1)) counts.dropped += missing.length - next;
        jobs = jobs.slice(0, 1);
        onOverflow();
      }
      jobs.push({ text, receivers, next: 0 });
      if (running) return;
      running = true;
      setImmediate(slice);
    },
  };
}
