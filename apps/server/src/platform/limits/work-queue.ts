import type { Requester } from './requester.ts';
import { notCountedAsLoad } from '../http/http.ts';
import { Problem } from '../errors/errors.ts';
import { tooMany } from './request-limit.ts';

interface Waiting {
  requester: Requester | undefined;
  start(): void;
  refuse(reason: Problem): void;
}

/**
 * A queue for costly work: one job runs, at most `most` wait, and everybody else is refused at once. Of a person wait at most
 * `ofPerson`: a newer job takes the place of a waiting preview, and is refused where the others are too many. A job whose client has hung up is
 * dropped. Jobs of the product itself, without a requester, always wait.
 */
export function openWorkQueue(most: number, ofPerson = 1) {
  const waiting: Waiting[] = [];
  let running = false;

  function leave(one: Waiting) {
    const at = waiting.indexOf(one);
    if (at >= 0) waiting.splice(at, 1);
  }

  /** Throws 429 or 503 where the requester cannot wait. */
  function makeRoom({ person, rateLimit }: Requester) {
    const own = waiting.filter(({ requester }) => requester?.person === person);
    const preview = own.find(({ requester }) => requester?.preview === true);
    if (preview !== undefined) preview.refuse(tooMany(1000));
    else if (rateLimit > 0 && own.length >= ofPerson) throw tooMany(1000);
    if (waiting.length >= most) throw queueFull();
  }

  async function turn(requester: Requester | undefined) {
    if (!running) {
      running = true;
      return;
    }
    if (requester !== undefined) makeRoom(requester);
    await new Promise<void>((resolve, reject) => {
      const hungUp = () => mine.refuse(new Problem('busy'));
      const mine: Waiting = {
        requester,
        start() {
          requester?.closed.removeEventListener('abort', hungUp);
          resolve();
        },
        refuse(reason) {
          requester?.closed.removeEventListener('abort', hungUp);
          leave(mine);
          reject(reason);
        },
      };
      waiting.push(mine);
      requester?.closed.addEventListener('abort', hungUp, { once: true });
    });
  }

  async function runInTurn<T>(requester: Requester | undefined, work: () => Promise<T>): Promise<T> {
    if (requester?.closed.aborted === true) throw new Problem('busy');
    await turn(requester);
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
    async run<T>(requester: Requester | undefined, work: () => Promise<T>): Promise<T> {
      if (requester === undefined) return await runInTurn(requester, work);
      return await notCountedAsLoad(requester.request, () => runInTurn(requester, work));
    },

    /** How many jobs wait. */
    get waiting() {
      return waiting.length;
    },
  };
}

// Not all of them at the same moment.
const queueFull = () => new Problem('busy', { headers: { 'retry-after': String(1 + Math.floor(Math.random() * 3)) } });
