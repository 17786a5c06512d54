import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { prefersHtml } from './accept.ts';
import { apiHeaders, commonHeaders } from './headers.ts';
import { Problem } from './problem.ts';
import type { Services } from './route.ts';

// The fewest are served at the same time whatever happens: a machine that others keep busy, but nobody asks for much, refuses nobody.
const bounds = { fewest: 96, most: 512 };
// Requests without a genuine access token may use this part; the rest is reserved for people who are signed in.
const strangersShare = 0.75;
const lookEveryMs = 20;
// A loop that is late by more has too much to do: so long everybody waits, also who is only refused.
const lateMs = 30;
// Answers that take longer on average wait for each other, as for the database.
const slowMs = 250;
const tellEveryMs = 10_000;

/** How busy a server is, for whoever watches it. */
export interface Load {
  /** Requests that are being worked on: read as a whole and not yet answered. */
  readonly running: number;
  /** How many of them there may be just now. */
  readonly limit: number;
  /** How many were refused since the start. */
  readonly refused: number;
}

interface Gate {
  pause(request: IncomingMessage): void;
  resume(request: IncomingMessage): void;
}

const gates = new WeakMap<object, Gate>();
// Node keeps there the server that took the connection; requests that tests inject have none.
const gateOf = ({ socket }: IncomingMessage) => gates.get((socket as { server?: Server }).server ?? {});

/**
 * Does something that is limited by a queue of its own: meanwhile the request neither counts as being worked on, nor how long that
 * takes as a slow answer.
 */
export async function outsideGate<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T> {
  const gate = gateOf(request);
  gate?.pause(request);
  try {
    return await work();
  } finally {
    if (!request.socket.destroyed) gate?.resume(request);
  }
}

/**
 * Stands before the server: what comes while too much is being worked on is refused at once, before anything of it is read. How
 * much is too much follows from how late the event loop is and how long answers take, but is never fewer than a quiet server ever
 * has. Slow lines do not count: neither what is still being sent to us, nor what is being read. While the server drains, every
 * answer closes its connection.
 */
export function openGate(
  app: FastifyInstance,
  { lifecycle, log, sessions }: Pick<Services, 'lifecycle' | 'log' | 'sessions'>,
  { fewest, most } = bounds,
): Load {
  const since = new WeakMap<IncomingMessage, number>();
  let running = 0;
  let answered = { count: 0, ms: 0 };
  let limit = most;
  let refused = 0;
  let told = { at: -tellEveryMs, refused: 0 };
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

  gates.set(app.server, {
    pause(request) {
      if (since.delete(request)) running -= 1;
    },
    resume: enter,
  });

  /** While there is much to do: fewer are let in where all wait too long, and more again where they do not. */
  function watchLoop() {
    let last = performance.now();
    const look = setInterval(() => {
      const now = performance.now();
      const late = now - last - lookEveryMs;
      last = now;
      const slow = answered.ms > slowMs * answered.count;
      answered = { count: 0, ms: 0 };
      if (late > lateMs || slow) limit = Math.max(fewest, Math.floor(limit * 0.8));
      else limit = Math.min(most, limit + 4);
      if (running > fewest / 2 || limit < most) return;
      clearInterval(look);
      looking = undefined;
    }, lookEveryMs);
    return look.unref();
  }

  function refuse(request: IncomingMessage, answer: ServerResponse) {
    refused += 1;
    const now = performance.now();
    if (now - told.at > tellEveryMs) {
      log.warn({ count: refused - told.refused }, 'too much to do: requests are refused');
      told = { at: now, refused };
    }
    sayBusy(request, answer);
  }

  /** Whether there is room for a request. Its token is verified only where that decides: one HMAC, no database. */
  function mayEnter(request: IncomingMessage) {
    if (running < limit * strangersShare) return true;
    const ending = endingOf(request);
    if (ending === 'anyone') return true;
    if (running >= limit && ending === undefined) return false;
    return sessions.claimed(request.headers.authorization) !== undefined;
  }

  const [handle] = app.server.listeners('request');
  if (handle === undefined) throw new Error('Nothing serves requests.');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    if (lifecycle.draining) answer.shouldKeepAlive = false;
    if (!mayEnter(request)) return refuse(request, answer);
    if (hasBody(request)) {
      // What was answered before it was read, as a refusal is, is not worked on any more.
      request.once('end', () => {
        if (!answer.headersSent && !answer.destroyed) enter(request);
      });
    } else enter(request);
    answer.once('close', () => leave(request));
    handle.call(app.server, request, answer);
  });
  // From here on only the client's line holds it up.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request.raw);
    done();
  });

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
  };
}

function hasBody({ method, headers }: IncomingMessage) {
  if (method === 'GET' || method === 'HEAD') return false;
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/** Requests that are never refused: they show whether the server lives, or make an account safer. */
const endings = [
  { path: /^\/(healthz\/|metrics)/, by: 'anyone' },
  { method: 'POST', path: /^\/logout\/$/, by: 'anyone' },
  { method: 'POST', path: /^\/account\/sign-out-elsewhere\/$/, by: 'signed-in' },
  { method: 'DELETE', path: /^\/account\/sessions\/[\da-f-]{36}\/$/, by: 'signed-in' },
  { method: 'POST', path: /^\/api\/shares\/\d{1,10}\/revoke\/$/, by: 'signed-in' },
] as const satisfies { method?: string; path: RegExp; by: 'anyone' | 'signed-in' }[];

/** Who may always make this request; undefined where it takes its turn like any other. */
function endingOf({ method, url = '' }: IncomingMessage): 'anyone' | 'signed-in' | undefined {
  return endings.find((one) => (!('method' in one) || one.method === method) && one.path.test(url))?.by;
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

function sayBusy({ headers: { accept } }: IncomingMessage, answer: ServerResponse) {
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
