import { once } from 'node:events';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

interface Options {
  /** So much processor time a message may take. Left out where the thread keeps to a limit of its own. */
  limitMs?: number;
  /** After so long without an answer it is ended. */
  timeoutMs: number;
  /** After so long without work it is ended, which gives its memory back. */
  idleMs: number;
  resourceLimits: ResourceLimits;
}

const lookEveryMs = 100;

/**
 * A worker thread that answers one message at a time. It starts with the first one, says `ready` when it has loaded what it
 * needs, and where it has to be ended its successor starts at once, so that the next message finds it ready.
 */
export function openThread<Answer>(module: URL, { limitMs, timeoutMs, idleMs, resourceLimits }: Options) {
  let worker: Worker | undefined;
  let starting: Promise<Worker> | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function start() {
    const one = new Worker(module, { resourceLimits });
    await once(one, 'message');
    // Without a listener, one that runs out of memory would take the server along.
    one.on('error', () => {});
    one.once('exit', () => {
      if (worker === one) worker = undefined;
    });
    one.unref();
    worker = one;
    return one;
  }

  async function prepare(): Promise<Worker> {
    starting ??= start().finally(() => (starting = undefined));
    return await starting;
  }

  function end() {
    void worker?.terminate();
    worker = undefined;
  }

  /** Looks after a worker, until it has used up its time. */
  function watch(one: Worker, ending: AbortController) {
    const began = performance.now();
    const before = processorTimeOf(one);
    const check = async () => {
      const passed = performance.now() - began;
      if (passed > timeoutMs) return ending.abort();
      if (limitMs === undefined || passed < limitMs) return;
      // One that has just ended by itself has no time to tell.
      const taken = await Promise.all([before, processorTimeOf(one)]).catch(() => [0, 0] as const);
      if (taken[1] - taken[0] > limitMs) ending.abort();
    };
    before.catch(() => {});
    return setInterval(() => void check(), lookEveryMs);
  }

  return {
    /** What the thread answers; undefined where that takes too long or too much memory. */
    async ask(message: unknown, transfer: Transferable[] = []): Promise<Answer | undefined> {
      clearTimeout(idle);
      const asked = worker ?? (await prepare());
      asked.ref();
      const ending = new AbortController();
      const timer = watch(asked, ending);
      const answered = once(asked, 'message', { signal: ending.signal });
      asked.postMessage(message, transfer);
      try {
        const [answer] = await answered;
        return answer as Answer;
      } catch {
        end();
        prepare().catch(() => {});
        return undefined;
      } finally {
        clearInterval(timer);
        asked.unref();
        idle = setTimeout(end, idleMs).unref();
      }
    },
  };
}

/** Before Node 24.6, the time that passed. */
async function processorTimeOf(worker: Worker) {
  if (!('cpuUsage' in worker)) return performance.now();
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
