import type { EndpointAt, Line } from '@carecommons/contract/api';
import type { BodyFor, Endpoint, QueryFor, ReplyOf } from '@carecommons/contract/endpoint';
import type { FieldError, ProblemBody } from '@carecommons/contract/errors';
import { dropSession, keepTokens, readTokens, type Tokens } from './session.ts';

/**
 * A call that did not succeed. `code` is the server's, or `unreachable` when no answer came, or none of the server's own:
 * a proxy before it may answer in its place.
 */
export class CallError extends Error {
  readonly code: string;
  readonly status: number;
  readonly errors: FieldError[];

  constructor(status: number, problem: Pick<ProblemBody, 'message' | 'errors'> & { code: string }) {
    super(problem.message);
    this.code = problem.code;
    this.status = status;
    this.errors = problem.errors;
  }
}

/** Whether a call failed because nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'not_signed_in' || error.code === 'session_ended');
}

type PathValues<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof PathValues<Rest>]: string | number }
  : Record<never, never>;

/** What a call takes: the values of its path, its query and its body, each only where the endpoint has them. */
export type CallOptions<E extends Endpoint> = {
  params?: PathValues<E['path']>;
  query?: QueryFor<E>;
  body?: BodyFor<E>;
  signal?: AbortSignal;
};

/** A page of a list: its rows, and the query of the next page where there is one. */
export interface ListPage<Row> {
  rows: Row[];
  next: string | undefined;
}

interface Answer {
  status: number;
  link: string | null;
  body: unknown;
}

type Transport = (method: string, url: string, body: unknown, signal: AbortSignal | undefined) => Promise<Answer>;

export type Call = ReturnType<typeof callThrough>;

/**
 * Calls an endpoint of the contract, named as one line (`GET /providers/`), by a transport: the browser's below, or the
 * server's own while it renders. Throws a CallError.
 */
export function callThrough(transport: Transport) {
  async function ask<L extends Line>(line: L, options: CallOptions<EndpointAt<L>>): Promise<Answer> {
    const { params, query, body, signal } = options as {
      params?: object;
      query?: object;
      body?: unknown;
      signal?: AbortSignal;
    };
    const [method, path] = line.split(' ') as [string, string];
    const answer = await transport(method, addressOf(path, params, query), body, signal);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new CallError(answer.status, problemOf(answer));
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

function addressOf(pattern: string, params: object = {}, query: object = {}) {
  const values = params as Record<string, string | number>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The cursor in a `Link: <…?cursor=…>; rel="next"` header (RFC 8288). */
function cursorOf(link: string | null) {
  const target = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return target === undefined ? undefined : (new URL(target, 'http://any').searchParams.get('cursor') ?? undefined);
}

function problemOf({ status, body }: Answer) {
  const problem = body as Partial<ProblemBody> | undefined;
  if (typeof problem?.message === 'string' && typeof problem.code === 'string') {
    return { code: problem.code, message: problem.message, errors: problem.errors ?? [] };
  }
  return { code: 'unreachable', message: `The server answered ${status}.`, errors: [] };
}

async function send(
  method: string,
  url: string,
  body: unknown,
  access: string | undefined,
  signal: AbortSignal | undefined,
) {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
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
      body: json ? ((await response.json()) as unknown) : undefined,
    };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new CallError(0, { code: 'unreachable', message: 'The server cannot be reached.', errors: [] });
  }
}

/** The browser's transport: with the access token; a token that has run out is refreshed once, and the call made again. */
async function overNetwork(
  method: string,
  url: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const tokens = readTokens();
  const answer = await send(method, url, body, tokens?.access, signal);
  const isToken = url.startsWith('/token/');
  if (answer.status !== 401 || tokens === undefined || isToken) return answer;
  const fresh = await refreshed(tokens);
  return fresh === undefined ? answer : await send(method, url, body, fresh.access, signal);
}

/** New tokens in the place of `old`, fetched by one tab for all; undefined when the session is over. */
async function refreshed(old: Tokens): Promise<Tokens | undefined> {
  return await navigator.locks.request('refresh', async () => {
    const current = readTokens();
    if (current === undefined) return undefined;
    if (current.access !== old.access) return current;
    const answer = await send('POST', '/token/refresh/', { refresh: current.refresh }, undefined, undefined);
    if (answer.status === 200) {
      keepTokens(answer.body as Tokens);
      return answer.body as Tokens;
    }
    if (answer.status === 401) dropSession();
    return undefined;
  });
}

export const { call, list } = callThrough(overNetwork);
