import autocannon from 'autocannon';
import type { Call } from './calls.ts';

/** Requests a second, and the median and 99th percentile of the latency in milliseconds. */
export interface Figures {
  rate: number;
  p50: number;
  p99: number;
  failed: number;
}

/** Requests one address repeatedly for some seconds, for the product as `call` says. */
export async function load(url: string, call: Partial<Call>, token: string, seconds: number): Promise<Figures> {
  const request: autocannon.Request = {
    method: call.method ?? 'GET',
    ...requestOf(call, token),
    ...(call.each === undefined
      ? {}
      : {
          setupRequest: (made: autocannon.Request) => ({ ...made, ...requestOf({ ...call, ...call.each?.() }, token) }),
        }),
  };
  const connections = call.connections ?? 64;
  const { requests, duration, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [request],
  });
  return { rate: requests.total / duration, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}

/** Sends one request, and returns the response. */
export async function ask(base: string, call: Call, token: string) {
  const { path = call.path, headers, ...rest } = requestOf({ ...call, ...call.each?.() }, token);
  const answer = await fetch(base + path, { method: call.method ?? 'GET', headers, ...rest });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

/** One request of a call; `token` is used if the call names nobody. */
function requestOf(call: Partial<Omit<Call, 'token'>> & { token?: boolean | string }, token: string) {
  const bearer = typeof call.token === 'string' ? call.token : token;
  return {
    ...(call.path === undefined ? {} : { path: call.path }),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    headers: {
      accept: call.html === true ? 'text/html' : 'application/json',
      ...(call.token === undefined || call.token === false ? {} : { authorization: `Bearer ${bearer}` }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  };
}
