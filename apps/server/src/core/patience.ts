import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/** How long a request may yet wait for the database, in milliseconds, over all its statements. */
interface Patience {
  leftMs: number;
}

// Less than the 5 seconds after which people take a page for broken; what is not the database needs the rest.
const requestMs = 4000;

const patience = new AsyncLocalStorage<Patience>();

/** What is left of the patience of the request in hand; infinite where none is, as in a job or a sweep. */
export function patienceLeft(): number {
  return patience.getStore()?.leftMs ?? Infinity;
}

/** Takes from the patience of the request in hand. */
export function spend(ms: number) {
  const mine = patience.getStore();
  if (mine !== undefined) mine.leftMs -= ms;
}

/**
 * Gives each request its patience, so that none waits longer than that for a database that hangs, however many statements
 * it has. Pages ask the API within the server: these requests share the patience of the one that they are for.
 */
export function limitPatience(app: FastifyInstance) {
  app.decorateRequest('patience');
  app.addHook('onRequest', (request, _reply, done) => {
    // A WebSocket lives on, with no end to what it asks.
    if (request.headers.upgrade !== undefined) return done();
    request.patience = patience.getStore() ?? { leftMs: requestMs };
    patience.run(request.patience, done);
  });
  // Reading the body has led out of the first one's context.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.patience === undefined) done();
    else patience.run(request.patience, done);
  });
  // Whatever a request has set going, a timer say, waits on its own account.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.patience !== undefined) request.patience.leftMs = Infinity;
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    patience: Patience | undefined;
  }
}
