import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { openListeners } from '../http/http.ts';
import type { Live } from './topics.ts';
import type { Logger } from '../log/log.ts';

// Requests and uploads that run when the server is told to stop get so long to finish, from then on.
const finishMs = 25_000;
const lookEveryMs = 50;

interface Options {
  app: FastifyInstance;
  listeners: ReturnType<typeof openListeners>;
  live: Live;
  /** How long new connections are still taken after the server was told to stop, so that every proxy notices in time. */
  seconds: number;
  log: Logger;
}

/**
 * Ends the serving so that nobody notices: for some seconds everything goes on as before, only that readiness says no and every
 * answer closes its connection; in the second half of them the WebSockets are let go, one after the other. Then nothing new
 * is taken, and what runs is waited for.
 */
export async function drain({ app, listeners, live, seconds, log }: Options) {
  const began = performance.now();
  const half = (seconds * 1000) / 2;
  await sleep(half);
  await live.letGo(half);
  // What was idle for all that time no proxy uses any more: by now it has been told, or has found out.
  const idle = setInterval(() => app.server.closeIdleConnections(), lookEveryMs);
  const late = setTimeout(
    () => {
      log.warn({ ms: finishMs }, 'requests that did not finish are cut off');
      app.server.closeAllConnections();
    },
    finishMs - (performance.now() - began),
  );
  await listeners.close();
  clearInterval(idle);
  clearTimeout(late);
}
