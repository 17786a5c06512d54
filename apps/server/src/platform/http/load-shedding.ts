import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { prefersHtml } from './accept.ts';
import { apiHeaders, commonHeaders } from './headers.ts';
import { Problem } from '../errors/errors.ts';
import type { Logger } from '../log/log.ts';
import type { Sessions } from '../auth/auth.ts';

// The fewest are served at the same time whatever happens: a machine that others keep busy, but nobody asks for much, refuses nobody.
const bounds = { fewest: 96, most: 512 };
// Requests without a genuine access token may use this part; the rest is reserved for people who are signed in.
const strangersShare = 0.75;
const lookEveryMs = 20;
// A loop that is late by more has too much to do: so long everybody waits, also who is only refused.
const lateMs = 30;
// Answers that take longer on average wait for each other, as for the database.
const slowMs = 250;
const logEveryMs = 10_000;

/** How busy a server is, for whoever watches it. */
export interface Load {
  /** Requests that are being worked on: read as a whole and not yet answered. */
  readonly running: number;
  /** How many of them there may be just now. */
  readonly limit: number;
  /** How many were refused since the start. */
  readonly refused: number;
}

export interface LoadShedding extends Load {
  /** Stands before `serve`, which gets the requests that are not refused. */
  before(serve: RequestListener): RequestListener;
  /** A request's answer is ready: from here on only the client's line holds it up. */
  answered(request: IncomingMessage): void;
}

interface LoadCounter {
  pause(request: IncomingMessage): void;
  resume(request: IncomingMessage): void;
}

// Requests that are made within the process have none.
const loadCounters = new WeakMap<IncomingMessage, LoadCounter>();

/**
 * Runs work that has a queue of its own: while it runs, the request neither counts as being served, nor its time as a slow
 * answer.
 */
export async function notCountedAsLoad<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T> {
  const counter = loadCounters.get(request);
  counter?.pause(request);
  try {
    return await work();
  } finally {
    if (!request.socket.destroyed) counter?.resume(request);
  }
}

/**
 * Adaptive load shedding: a request that arrives while too many are being served is answered 503 at once, before its body is
 * read. The limit falls when the event loop is late or answers are slow on average, and never below `fewest`. Slow clients do not
 * count: neither a body that is still arriving, nor an answer that is still being sent. While the server drains, every answer
 * closes its connection. Stands before Fastify, whose hooks come after the request was routed.
 */
export function openLoadShedding(
  { lifecycle, log, sessions }: { lifecycle: { draining: boolean }; log: Logger; sessions: Pick<Sessions, 'claimed'> },
  { fewest, most } = bounds,
): LoadShedding {
  const since = new WeakMap<IncomingMessage, number>();
  let running = 0;
  let answered = { count: 0, ms: 0 };
  let limit = most;
  let refused = 0;
  let logged = { at: -logEveryMs, refused: 0 };
  let looking: NodeJS.Timeout | undefined;

  function enter(request: IncomingMessage) {
    since.set(request, performance.now());
    running += 1;
    if (running > fewest / 2) looking ??= watchLoop();
  }

  function leave(request: IncomingMessage) {
    const entered = since.get(request);
    if (entered === undefined) return;
    since.delete(request);
    running -= 1;
    answered.count += 1;
    answered.ms += performance.now() - entered;
  }

  const counter: LoadCounter = {
    pause(request) {
      if (since.delete(request)) running -= 1;
    },
    resume: enter,
  };

  /** While there is much to do: fewer are let in where all wait too long, and more again where they do not. */
  function watchLoop() {
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const late = now - last - lookEveryMs;
      last = now;
      const slow = answered.ms > slowMs * answered.count;
      answered = { count: 0, ms: 0 };
      if (late > lateMs || slow) limit = Math.max(fewest, Math.floor(limit * 0.8));
      else limit = Math.min(most, limit + 4);
      if (running > fewest / 2 || limit < most) return;
      clearInterval(timer);
      looking = undefined;
    }, lookEveryMs);
    return timer.unref();
  }

  function refuse(request: IncomingMessage, answer: ServerResponse) {
    refused += 1;
    const now = performance.now();
    if (now - logged.at > logEveryMs) {
      log.warn({ count: refused - logged.refused }, 'too much to do: requests are refused');
      logged = { at: now, refused };
    }
    answerBusy(request, answer);
  }

  /** Whether there is room for a request. Its token is verified only where that decides: one HMAC, no database. */
  function mayBeServed(request: IncomingMessage) {
    if (running < limit * strangersShare) return true;
    const ending = alwaysServed(request);
    if (ending === 'anyone') return true;
    if (running >= limit && ending === undefined) return false;
    return sessions.claimed(request.headers.authorization) !== undefined;
  }

  return {
    get running() {
      return running;
    },
    get limit() {
      return limit;
    },
    get refused() {
      return refused;
    },

    before: (serve) => (request, answer) => {
      if (lifecycle.draining) answer.shouldKeepAlive = false;
      if (!mayBeServed(request)) return refuse(request, answer);
      loadCounters.set(request, counter);
      if (hasBody(request)) {
        // What was answered before it was read, as a refusal is, is not worked on any more.
        request.once('end', () => {
          if (!answer.headersSent && !answer.destroyed) enter(request);
        });
      } else enter(request);
      answer.once('close', () => leave(request));
      serve(request, answer);
    },

    answered: leave,
  };
}

function hasBody({ method, headers }: IncomingMessage) {
  if (method === 'GET' || method === 'HEAD') return false;
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/** Requests that are never refused: they show whether the server lives, or make an account safer. */
const neverShed = [
  { path: /^\/(healthz\/|metrics)/, by: 'anyone' },
  { method: 'POST', path: /^\/logout\/$/, by: 'anyone' },
  { method: 'POST', path: /^\/account\/sign-out-elsewhere\/$/, by: 'signed-in' },
  { method: 'DELETE', path: /^\/account\/sessions\/[\da-f-]{36}\/$/, by: 'signed-in' },
  { method: 'POST', path: /^\/api\/shares\/\d{1,10}\/revoke\/$/, by: 'signed-in' },
] as const satisfies { method?: string; path: RegExp; by: 'anyone' | 'signed-in' }[];

/** Who may always make this request; undefined where it takes its turn like any other. */
function alwaysServed({ method, url = '' }: IncomingMessage): 'anyone' | 'signed-in' | undefined {
  return neverShed.find((one) => (!('method' in one) || one.method === method) && one.path.test(url))?.by;
}

const body = JSON.stringify(new Problem('busy').body());
const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="6"><title>Very busy just now</title></head>
<body><main><h1>Very busy just now</h1><p>Many people are here at the same time. This page tries again by itself in a few seconds.</p></main></body></html>
`;
const asProblem = { ...apiHeaders, 'content-type': 'application/problem+json; charset=utf-8' };
const asPage = {
  ...commonHeaders,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
};

function answerBusy({ headers: { accept } }: IncomingMessage, answer: ServerResponse) {
  const html = accept !== undefined && prefersHtml(accept);
  const text = html ? page : body;
  answer.writeHead(503, {
    ...(html ? asPage : asProblem),
    'x-request-id': randomUUID(),
    // Not all of them at the same moment.
    'retry-after': String(1 + Math.floor(Math.random() * 3)),
    'content-length': Buffer.byteLength(text),
  });
  answer.end(text);
}
