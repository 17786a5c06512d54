import type { Asker } from './asker.ts';
import { outsideGate } from './gate.ts';
import { Problem } from './problem.ts';
import { tooMany } from './request-limit.ts';

interface Waiting {
  asker: Asker | undefined;
  start(): void;
  refuse(reason: Problem): void;
}

/**
 * A queue for costly work: one job runs, at most `most` wait, and everybody else is refused at once. Of a person wait at most
 * `ofPerson`: a newer job takes the place of a waiting preview, and is refused where the others are too many. A job whose client has hung up is
 * dropped. Jobs of the product itself, without an asker, always wait.
 */
export function openWorkQueue(most: number, ofPerson = 1) {
  const waiting: Waiting[] = [];
  let running = false;

  function leave(one: Waiting) {
    const at = waiting.indexOf(one);
    if (at >= 0) waiting.splice(at, 1);
  }

  /** Throws 429 or 503 where the asker cannot wait. */
  function makeRoom({ person, rateLimit }: Asker) {
    const own = waiting.filter(({ asker }) => asker?.person === person);
    const preview = own.find(({ asker }) => asker?.preview === true);
    if (preview !== undefined) preview.refuse(tooMany(1000));
    else if (rateLimit > 0 && own.length >= ofPerson) throw tooMany(1000);
    if (waiting.length >= most) throw queueFull();
  }

  async function turn(asker: Asker | undefined) {
    if (!running) {
      running = true;
      return;
    }
    if (asker !== undefined) makeRoom(asker);
    await new Promise<void>((resolve, reject) => {
      const hungUp = () => mine.refuse(new Problem('busy'));
      const mine: Waiting = {
        asker,
        start() {
          asker?.closed.removeEventListener('abort', hungUp);
          resolve();
        },
        refuse(reason) {
          asker?.closed.removeEventListener('abort', hungUp);
          leave(mine);
          reject(reason);
        },
      };
      waiting.push(mine);
      asker?.closed.addEventListener('abort', hungUp, { once: true });
    });
  }

  async function runInTurn<T>(asker: Asker | undefined, work: () => Promise<T>): Promise<T> {
    if (asker?.closed.aborted === true) throw new Problem('busy');
    await turn(asker);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running = false;
      else next.start();
    }
  }

  return {
    /** Runs a job when it is its turn. Throws 429 and 503 with `Retry-After`, and what the job throws. */
    async run<T>(asker: Asker | undefined, work: () => Promise<T>): Promise<T> {
      if (asker === undefined) return await runInTurn(asker, work);
      return await outsideGate(asker.request, () => runInTurn(asker, work));
    },

    /** How many jobs wait. */
    get waiting() {
      return waiting.length;
    },
  };
}

// Not all of them at the same moment.
const queueFull = () => new Problem('busy', { headers: { 'retry-after': String(1 + Math.floor(Math.random() * 3)) } });
