import autocannon from 'autocannon';
import type { Call } from './calls.ts';

/** Requests a second, and milliseconds that half and all but one in a hundred of the answers took at most. */
export interface Figures {
  rate: number;
  p50: number;
  p99: number;
  failed: number;
}

let unique = 0;

/** Asks one address for so many seconds over and over, as `call` says where it is one of the product. */
export async function load(url: string, call: Partial<Call>, token: string, seconds: number): Promise<Figures> {
  const { pathname } = new URL(url);
  const request: autocannon.Request = {
    method: call.method ?? 'GET',
    headers: headersOf(call, token),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.unique === true
      ? {
          setupRequest: (made: autocannon.Request) => ({
            ...made,
            path: `${pathname}?q=${spelling('cardiology', unique++)}`,
          }),
        }
      : {}),
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

/** A word in one of many spellings with small and capital letters: the same is found, but nothing kept for one serves another. */
function spelling(word: string, number: number) {
  return [...word].map((letter, place) => (number & (1 << place) ? letter.toUpperCase() : letter)).join('');
}

/** Asks once, and gives what came. */
export async function ask(base: string, call: Call, token: string) {
  const answer = await fetch(base + call.path, {
    method: call.method ?? 'GET',
    headers: headersOf(call, token),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

function headersOf(call: Partial<Call>, token: string): Record<string, string> {
  return {
    accept: call.html === true ? 'text/html' : 'application/json',
    ...(call.token === true ? { authorization: `Bearer ${token}` } : {}),
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}
