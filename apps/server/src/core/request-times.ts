import type { Server, ServerResponse } from 'node:http';

// Upper ends in seconds, few of them: each is a line for every route, method and class of answers.
const bounds = [0.005, 0.025, 0.05, 0.1, 0.25, 1, 5];
const beyond = bounds.length;
const sumAt = beyond + 1;
const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** How often an answer took how long: a count for each bound, one for what took longer, then all seconds together. */
type Times = Float64Array;
/** By method, then by class of status. */
type RouteTimes = Map<string, (Times | undefined)[]>;

export type RequestTimes = ReturnType<typeof openRequestTimes>;

/**
 * How many requests there were and how long they took. Kept in plain numbers, which cost some 20 ns a request: a histogram of
 * prom-client costs 570, a fiftieth of our cheapest answers.
 */
export function openRequestTimes() {
  const routes = new Map<string, RouteTimes>();
  // Files and unknown addresses have many names: each finds its way to the same counts.
  const known = new Map<string, RouteTimes>();
  let inFlight = 0;
  let aborted = 0;

  function timesOf(route: string): RouteTimes {
    const name = nameOf(route);
    const times = routes.get(name) ?? new Map<string, (Times | undefined)[]>();
    routes.set(name, times);
    known.set(route, times);
    return times;
  }

  function ended(this: ServerResponse) {
    inFlight -= 1;
    if (!this.writableFinished) aborted += 1;
  }

  return {
    /** Counts what comes to a server, until it is answered or broken off. */
    watch(server: Server) {
      server.on('request', (_request, response) => {
        inFlight += 1;
        response.once('close', ended);
      });
    },

    /** One answer, by the route's pattern. */
    answered(method: string, route: string, status: number, ms: number) {
      const times = known.get(route) ?? timesOf(route);
      const name = methods.has(method) ? method : 'other';
      let byClass = times.get(name);
      if (byClass === undefined) times.set(name, (byClass = []));
      const at = Math.trunc(status / 100) - 1;
      const counts = (byClass[at] ??= new Float64Array(sumAt + 1));
      const seconds = ms / 1000;
      let bucket = 0;
      while (bucket < beyond && seconds > (bounds[bucket] as number)) bucket += 1;
      counts[bucket] = (counts[bucket] as number) + 1;
      counts[sumAt] = (counts[sumAt] as number) + seconds;
    },

    /** Running now, and broken off by the client so far. */
    counts: () => ({ inFlight, aborted }),

    /** All times as Prometheus wants a histogram. */
    values(metric: string) {
      return [...routes].flatMap(([route, byMethod]) =>
        [...byMethod].flatMap(([method, byClass]) =>
          byClass.flatMap((times, at) =>
            times === undefined ? [] : linesOf(metric, { method, route, status: classes[at] ?? 'other' }, times),
          ),
        ),
      );
    },
  };
}

/** Built files carry a hash in their name, and each is a route. */
const nameOf = (route: string) => (route.startsWith('/assets/') ? '/assets/*' : route);

function linesOf(metric: string, labels: Record<string, string>, times: Times) {
  let sum = 0;
  const buckets = [...bounds, '+Inf'].map((le, at) => {
    sum += times[at] as number;
    return { metricName: `${metric}_bucket`, labels: { ...labels, le }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${metric}_sum`, labels, value: times[sumAt] as number },
    { metricName: `${metric}_count`, labels, value: sum },
  ];
}
