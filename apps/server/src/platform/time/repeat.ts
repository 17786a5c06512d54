import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log/log.ts';

interface Options {
  everyMs: number;
  /** What the log says where it fails: once, until it has succeeded again. */
  failing: string;
  log: Logger;
}

/** Does something at once, and again each time a while after it was done, until it is stopped. */
export function repeat(work: () => Promise<unknown>, { everyMs, failing, log }: Options) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = goOn();

  async function goOn() {
    let failed = false;
    while (!signal.aborted) {
      try {
        await work();
        failed = false;
      } catch (error) {
        if (!failed) log.warn({ code: (error as { code?: string }).code }, failing);
        failed = true;
      }
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    /** Waits for what runs, and begins nothing more. */
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
