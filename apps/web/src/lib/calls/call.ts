import type { EndpointAt, Line } from '@carecommons/contract/api';
import type { BodyFor, Endpoint, QueryFor, ReplyOf } from '@carecommons/contract/endpoint';
import type { FieldError, ProblemBody } from '@carecommons/contract/errors';
import { secondsInactive } from '../session/activity.ts';
import { sourceLanguage } from '../preferences.ts';
import { dropEndedSession, readTokens, storeTokens, type Tokens } from '../session/session.ts';

/**
 * A call that did not succeed. `code` is the server's, or `unreachable` when no answer came, or none of the server's own:
 * a proxy before it may answer in its place.
 */
export class CallError extends Error {
  readonly code: string;
  readonly status: number;
  readonly errors: FieldError[];
  /** With `slot_taken`: the nearest free times. */
  readonly freeTimes: readonly string[];
  /** With `code_required`: how the sign-in goes on. */
  readonly secondStep: SecondStep | undefined;
  /** After how long it may go well: the server's `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, problem: Refusal, retryAfterMs?: number) {
    super(problem.message);
    this.retryAfterMs = retryAfterMs;
    this.code = problem.code;
    this.status = status;
    this.errors = problem.errors;
    this.freeTimes = problem.free_times ?? [];
    const { ticket, ways } = problem;
    this.secondStep = ticket === undefined || ways === undefined ? undefined : { ticket, ways };
  }
}

type Refusal = Pick<ProblemBody, 'message' | 'errors' | 'free_times' | 'ticket' | 'ways'> & { code: string };
/** What the second step of a sign-in is done with. */
export type SecondStep = Required<Pick<ProblemBody, 'ticket' | 'ways'>>;

/** Whether a call failed because nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'not_signed_in' || error.code === 'session_ended');
}

export type PathValues<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof PathValues<Rest>]: string | number }
  : Record<never, never>;

/** What a call takes: the values of its path, its query and its body, each only where the endpoint has them. */
export type CallOptions<E extends Endpoint> = {
  params?: PathValues<E['path']>;
  query?: QueryFor<E>;
  body?: BodyFor<E>;
  signal?: AbortSignal;
  /** The same for each try of one write, so that the server does it once. */
  idempotencyKey?: string;
};

/** A page of a list: its rows, and the query of the next page where there is one. */
export interface ListPage<Row> {
  rows: Row[];
  next: string | undefined;
}

/** What came back. */
export interface Answer {
  status: number;
  link: string | null;
  body: unknown;
  retryAfterMs?: number | undefined;
}

/** What goes over the wire, all but the token. */
interface Outgoing {
  method: string;
  url: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
}

type Transport = (outgoing: Outgoing) => Promise<Answer>;

export type Call = ReturnType<typeof callThrough>;

/**
 * Calls an endpoint of the contract, named as one line (`GET /providers/`), by a transport: the browser's below, or the
 * server's own while it renders. Throws a CallError.
 */
export function callThrough(transport: Transport, language = pageLanguage) {
  async function ask<L extends Line>(line: L, options: CallOptions<EndpointAt<L>>): Promise<Answer> {
    const { params, query, ...rest } = options as Omit<Outgoing, 'method' | 'url'> & {
      params?: object;
      query?: object;
    };
    const [method, path] = line.split(' ') as [string, string];
    return await accepted(await transport({ ...rest, method, url: addressOf(path, params, query) }), language());
  }
  return {
    async call<L extends Line>(line: L, options: CallOptions<EndpointAt<L>> = {}): Promise<ReplyOf<EndpointAt<L>>> {
      return (await ask(line, options)).body as ReplyOf<EndpointAt<L>>;
    },
    async list<L extends Line>(
      line: L,
      options: CallOptions<EndpointAt<L>> = {},
    ): Promise<ListPage<RowOf<EndpointAt<L>>>> {
      const answer = await ask(line, options);
      return { rows: answer.body as RowOf<EndpointAt<L>>[], next: cursorOf(answer.link) };
    },
  };
}

type RowOf<E extends Endpoint> = ReplyOf<E> extends readonly (infer Row)[] ? Row : never;

const pageLanguage = () => (typeof document === 'undefined' ? sourceLanguage : document.documentElement.lang);

/** The answer of a success. Throws a CallError for any other, with its sentences in a language. */
export async function accepted(answer: Answer, language = pageLanguage()): Promise<Answer> {
  if (answer.status >= 200 && answer.status < 300) return answer;
  if (language === sourceLanguage) throw new CallError(answer.status, problemOf(answer), answer.retryAfterMs);
  // Where that cannot be fetched, English is better than nothing.
  const translated = await import('../texts/server-texts.ts')
    .then(({ inLanguage }) => inLanguage(answer, language))
    .catch(() => answer);
  throw new CallError(answer.status, problemOf(translated), answer.retryAfterMs);
}

/** The address of a call, with its values put in. */
export function addressOf(pattern: string, params: object = {}, query: object = {}) {
  const values = params as Record<string, string | number>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  // What was not given comes as null where it has been through the state of a page that the server rendered.
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The cursor in a `Link: <…?cursor=…>; rel="next"` header (RFC 8288). */
function cursorOf(link: string | null) {
  const target = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return target === undefined ? undefined : (new URL(target, 'http://any').searchParams.get('cursor') ?? undefined);
}

function problemOf({ status, body }: Answer): Refusal {
  const problem = body as Partial<ProblemBody> | undefined;
  if (typeof problem?.message === 'string' && typeof problem.code === 'string') {
    const { code, message, errors = [], ...more } = problem;
    return { ...more, code, message, errors };
  }
  return { code: 'unreachable', message: `The server answered ${status}.`, errors: [] };
}

/** The headers of every call. */
export function headersOf(access: string | undefined, idempotencyKey: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

/** What a call without an answer ends in. */
export function unreachable() {
  return new CallError(0, { code: 'unreachable', message: 'The server cannot be reached.', errors: [] });
}

async function send(
  { method, url, body, signal, idempotencyKey }: Outgoing,
  access: string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...headersOf(access, idempotencyKey),
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      credentials: 'include',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const json = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      link: response.headers.get('link'),
      retryAfterMs: millisecondsOf(response.headers.get('retry-after')),
      body: json ? ((await response.json()) as unknown) : undefined,
    };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw unreachable();
  }
}

function millisecondsOf(retryAfter: string | null) {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}

/** Sends with the access token; a token that has run out is refreshed once, and it is sent again. */
export async function withToken(sendWith: (access: string | undefined) => Promise<Answer>): Promise<Answer> {
  const tokens = readTokens();
  const answer = await sendWith(tokens?.access);
  if (answer.status !== 401 || tokens === undefined) return answer;
  const fresh = await refreshed(tokens);
  return fresh === undefined ? answer : await sendWith(fresh.access);
}

let mark: string | undefined;

/** A random value of this page, in memory alone: the second step of a sign-in counts only where the first one was done. */
function markOfPage() {
  mark ??= crypto.getRandomValues(new Uint32Array(4)).join('');
  return mark;
}

/** The browser's transport. */
async function overNetwork(outgoing: Outgoing): Promise<Answer> {
  if (outgoing.url.startsWith('/token/')) {
    return await send(outgoing, readTokens()?.access, { 'x-browser': markOfPage() });
  }
  return await withToken((access) => send(outgoing, access));
}

/**
 * Ends the session of a refresh token that nobody holds here any more. No access token goes along: whose it is may be somebody
 * else, for whom the server would end nothing.
 */
export async function endByToken(refresh: string, signal: AbortSignal): Promise<void> {
  await send({ method: 'POST', url: '/logout/', body: { refresh_token: refresh }, signal }, undefined);
}

let running: Promise<Tokens | undefined> | undefined;

/**
 * One refresh at a time, over all tabs where the browser has locks: it has none on a plain http address of the network.
 * There the server gives tabs that refresh at once the same tokens.
 */
function oneAtATime(refresh: () => Promise<Tokens | undefined>) {
  if ('locks' in navigator) return navigator.locks.request('refresh', refresh);
  running ??= refresh().finally(() => (running = undefined));
  return running;
}

/** New tokens instead of `old`, fetched by one tab for all; undefined if the session is over. */
async function refreshed(old: Tokens): Promise<Tokens | undefined> {
  return await oneAtATime(async () => {
    const current = readTokens();
    if (current === undefined) return undefined;
    if (current.access !== old.access) return current;
    // Left out by JSON where it is not known.
    const body = { refresh: current.refresh, active: secondsInactive() };
    const answer = await send({ method: 'POST', url: '/token/refresh/', body }, undefined);
    const now = readTokens();
    // Meanwhile somebody has signed in here, or out.
    if (now?.refresh !== current.refresh) return now;
    if (answer.status === 200) {
      storeTokens(answer.body as Tokens);
      return answer.body as Tokens;
    }
    if (answer.status === 401) dropEndedSession();
    return undefined;
  });
}

/** Gets new tokens before the present ones run out. */
export async function renewTokens(): Promise<void> {
  const tokens = readTokens();
  if (tokens !== undefined) await refreshed(tokens);
}

export const { call, list } = callThrough(overNetwork);
