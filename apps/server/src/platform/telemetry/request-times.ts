import type { Server, ServerResponse } from 'node:http';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export type RequestTimes = ReturnType<typeof openRequestTimes>;

/** How many requests there were, by the route's pattern, and how long they took. */
export function openRequestTimes(registry: Registry) {
  const registers = [registry];
  const durations = new Histogram({
    name: 'carecommons_http_request_duration_seconds',
    help: 'Answers by route, method and class of status, and how long they took.',
    labelNames: ['method', 'route', 'status'],
    // Few of them: each is a line for every route, method and class of answers.
    buckets: [0.005, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const inFlight = new Gauge({
    name: 'carecommons_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
  });
  const aborted = new Counter({
    name: 'carecommons_http_requests_aborted_total',
    help: 'Broken off by the client.',
    registers,
  });

  function ended(this: ServerResponse) {
    inFlight.dec();
    if (!this.writableFinished) aborted.inc();
  }

  return {
    /** Counts what comes to a server, until it is answered or broken off. */
    watch(server: Server) {
      server.on('request', (_request, response) => {
        inFlight.inc();
        response.once('close', ended);
      });
    },

    /** One answer, by the route's pattern. */
    answered(method: string, route: string, status: number, ms: number) {
      const name = methods.has(method) ? method : 'other';
      durations.labels(name, nameOf(route), `${Math.trunc(status / 100)}xx`).observe(ms / 1000);
    },
  };
}

/** Built files carry a hash in their name, and each is a route. */
const nameOf = (route: string) => (route.startsWith('/assets/') ? '/assets/*' : route);
