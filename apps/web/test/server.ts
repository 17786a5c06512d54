import type { EndpointAt, Line } from '@carecommons/contract/api';
import type { BodyOf, Endpoint, ReplyOf } from '@carecommons/contract/endpoint';
import { type ErrorCode, errorCodes, type ProblemBody } from '@carecommons/contract/errors';
import { BatchInterceptor } from '@mswjs/interceptors';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';

// What stands in for the server is the edge of the network, not a module of ours: what a component sends passes through all of
// `lib/calls`. Both what it asks and what a test answers are held to the contract.

const contract = import.meta.glob<Record<string, unknown>>(['../../../packages/contract/src/*.ts', '!**/*.test.ts'], {
  eager: true,
});
const endpoints = Object.values(contract)
  .flatMap((module) => Object.values(module))
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value)
  // A fixed address goes before one with a parameter.
  .toSorted((one, other) => one.path.split(':').length - other.path.split(':').length)
  .map((endpoint) => ({ line: `${endpoint.method} ${endpoint.path}` as Line, endpoint }));

/** One call that came. */
interface Asked<E extends Endpoint> {
  params: Record<string, string>;
  query: Record<string, string>;
  body: BodyOf<E>;
  /** Of an upload. */
  form: FormData | undefined;
  key: string | null;
}

type Answer = (asked: Asked<Endpoint>) => Response | Promise<Response>;

let answers = new Map<Line, Answer>();
let asked: { line: Line; asked: Asked<Endpoint> }[] = [];
let wrong: string[] = [];

/** The server as a component meets it: answers by endpoint, until the test ends. */
export const server = {
  /** Answers from now on; a list may name the cursor of its `next` page. */
  answer<L extends Line>(
    line: L,
    reply: ReplyOf<EndpointAt<L>> | ((call: Asked<EndpointAt<L>>) => ReplyOf<EndpointAt<L>>),
    next?: string | ((call: Asked<EndpointAt<L>>) => string | undefined),
  ) {
    answers.set(line, (call) => {
      const its = call as Asked<EndpointAt<L>>;
      const body = typeof reply === 'function' ? (reply as (call: typeof its) => unknown)(its) : reply;
      const cursor = typeof next === 'function' ? next(its) : next;
      return answered(line, body, cursor);
    });
  },

  /** Refuses from now on, with what comes with the problem; `retryAfter` is in seconds. */
  refuse(line: Line, code: ErrorCode, { retryAfter, ...more }: Partial<ProblemBody> & { retryAfter?: number } = {}) {
    answers.set(line, () => refused(code, more, retryAfter));
  },

  /** Sends a file from now on. */
  send(line: Line, file: Blob) {
    answers.set(line, () => new Response(file));
  },

  /** The network is away for this call. */
  lose(line: Line) {
    answers.set(line, () => Response.error());
  },

  /** Lets calls wait, and returns what lets them through to the answer that was there before. */
  hold(line: Line): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = answers.get(line);
    answers.set(line, (call) => promise.then(() => before?.(call) ?? Response.error()));
    return resolve;
  },

  /** What was asked of an endpoint so far. */
  asked<L extends Line>(line: L): Asked<EndpointAt<L>>[] {
    return asked.filter((call) => call.line === line).map((call) => call.asked as Asked<EndpointAt<L>>);
  },
};

function answered(line: Line, body: unknown, next?: string) {
  const { endpoint } = endpoints.find((one) => one.line === line)!;
  const { error } = endpoint.reply.safeParse(body);
  if (error !== undefined) wrong.push(`${line} never answers so: ${error.message}`);
  const link = next === undefined ? {} : { link: `<${endpoint.path}?cursor=${next}>; rel="next"` };
  return Response.json(body, { status: endpoint.status ?? 200, headers: link });
}

function refused(code: ErrorCode, more: Partial<ProblemBody>, retryAfter?: number) {
  const { status, title, message } = errorCodes[code];
  const body: ProblemBody = { type: 'about:blank', title, status, detail: message, code, message, errors: [], ...more };
  const later = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json', ...later } });
}

/** Hears a request; undefined for what is none of the API's, such as a module. */
async function hear(request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.endsWith('/')) return undefined;
  const found = endpoints.find(({ endpoint }) => endpoint.method === request.method && matches(endpoint, pathname));
  if (found === undefined) {
    wrong.push(`The contract has no ${request.method} ${pathname}.`);
    return Response.error();
  }
  const { line, endpoint } = found;
  const query = Object.fromEntries(searchParams);
  const isJson = request.headers.get('content-type')?.includes('json') === true;
  const body: unknown = isJson ? await request.json() : undefined;
  const call = {
    params: matches(endpoint, pathname) ?? {},
    query,
    body,
    form: endpoint.upload === undefined ? undefined : await request.formData(),
    key: request.headers.get('idempotency-key'),
  } as Asked<Endpoint>;
  asked.push({ line, asked: call });
  const bad = endpoint.query?.safeParse(query).error ?? (isJson ? endpoint.body?.safeParse(body).error : undefined);
  if (bad !== undefined) wrong.push(`${line} was asked what it does not take: ${bad.message}`);
  const answer = answers.get(line);
  if (answer === undefined) wrong.push(`Nothing answers ${line} in this test.`);
  return (await answer?.(call)) ?? Response.error();
}

function matches({ path }: Endpoint, pathname: string) {
  const pattern = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const found = pattern.exec(pathname);
  return found === null ? undefined : { ...found.groups };
}

const network = new BatchInterceptor({
  name: 'network',
  interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
});
network.on('request', async ({ request, controller }) => {
  const response = await hear(request);
  if (response !== undefined) controller.respondWith(response);
});
network.apply();

/** Begins a test with a server that knows who is signed in, and answers nothing else yet. */
export function resetServer() {
  answers = new Map();
  asked = [];
  wrong = [];
  server.answer('GET /check/', { role: 'patient', grants: [] });
  // A key for drafts, which are a person's own: each test is another one.
  server.answer('GET /account/draft-key/', { key: 'A'.repeat(43) });
  server.answer('GET /api/my-data/consents/', []);
  server.answer('GET /current-user/', { user_id: 1, username: 'asha', email: 'asha@example.org' });
}

/** What was asked or answered against the contract, or not answered at all. */
export function wrongCalls(): readonly string[] {
  return wrong;
}
