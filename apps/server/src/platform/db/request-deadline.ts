import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/** How long a request may still wait for the database, in milliseconds, over all its statements. */
interface TimeBudget {
  leftMs: number;
}

// Less than the 5 seconds after which people take a page for broken; what is not the database needs the rest.
const requestMs = 4000;

const budgets = new AsyncLocalStorage<TimeBudget>();

/** The time that the current request may still wait for the database; infinite outside of a request, as in a job. */
export function timeLeft(): number {
  return budgets.getStore()?.leftMs ?? Infinity;
}

/** Takes time from the current request's budget. */
export function spendTime(ms: number) {
  const mine = budgets.getStore();
  if (mine !== undefined) mine.leftMs -= ms;
}

/**
 * Gives each request a time budget, so that none waits longer for a database that hangs, however many statements it has. Pages
 * call the API within the server: these calls share the budget of the page's request.
 */
export function setRequestDeadlines(app: FastifyInstance) {
  app.decorateRequest('timeBudget');
  app.addHook('onRequest', (request, _reply, done) => {
    // A WebSocket lives on, with no end to what it asks.
    if (request.headers.upgrade !== undefined) return done();
    request.timeBudget = budgets.getStore() ?? { leftMs: requestMs };
    budgets.run(request.timeBudget, done);
  });
  // Reading the body has led out of the first one's context.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.timeBudget === undefined) done();
    else budgets.run(request.timeBudget, done);
  });
  // What a request has started and left behind, such as a timer, has no deadline.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.timeBudget !== undefined) request.timeBudget.leftMs = Infinity;
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    timeBudget: TimeBudget | undefined;
  }
}
