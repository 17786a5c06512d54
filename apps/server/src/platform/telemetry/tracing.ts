import { AsyncLocalStorage } from 'node:async_hooks';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';
import type { Files } from '../files/files.ts';
import type { Work } from '../jobs/jobs.ts';

/** What a span says: patterns, names and numbers of ours, and never what came from a person. */
export type Attributes = Record<string, string | number>;
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** What takes its time, from its beginning to `end`. */
export interface Span {
  traceId: string;
  spanId: string;
  traceFlags: number;
  end(outcome?: { failed?: string | undefined; attributes?: Attributes }): void;
}

interface Beginning {
  kind: SpanKind;
  attributes?: Attributes | undefined;
  /** A span of this process, or what a trusted proxy said (W3C `traceparent`). */
  parent?: Span | string | undefined;
  /** Milliseconds since it began. */
  ago?: number;
}

export interface Tracer {
  begin(name: string, beginning: Beginning): Span;
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span>();

/** Has spans told to `given` from now on; without one nothing is told, and that costs a comparison. */
export function setTracer(given: Tracer | undefined) {
  tracer = given;
}

/** Which trace a line of the log belongs to. */
export function traceIds(span = current.getStore()): { trace_id?: string; span_id?: string } {
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** Does something as a span of its own; what it asks of the database lies within. */
export async function spanned<T>(
  name: string,
  beginning: Omit<Beginning, 'parent' | 'ago'>,
  work: () => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return await work();
  const span = tracer.begin(name, { ...beginning, parent: current.getStore() });
  try {
    const result = await current.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: codeOf(error) });
    throw error;
  }
}

/** An error's code, or its class: its sentence may hold what somebody wrote. */
function codeOf(error: unknown) {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code.slice(0, 100);
  return error instanceof Error ? error.name : 'error';
}

/** For `connect`: a statement that has ended, as a span. Values are not in its text: they travel apart. */
export function spanOfStatement({ query, queryDurationMillis, ...event }: LogEvent) {
  const parent = current.getStore();
  // The many that belong to nothing, such as looking for jobs once a second, would be traces of one line.
  if (tracer === undefined || parent === undefined) return;
  const text = query.sql.replaceAll(/\s+/g, ' ').trim();
  const [operation = ''] = text.split(' ', 1);
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1];
  tracer
    .begin(table === undefined ? operation : `${operation} ${table}`, {
      kind: 'client',
      parent,
      ago: queryDurationMillis,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, 2000),
      },
    })
    .end(event.level === 'error' ? { failed: codeOf(event.error) } : {});
}

/** The same work, each try of a job with a trace of its own. */
export function spansOfWork(work: Record<string, Work>): Record<string, Work> {
  const each = Object.entries(work).map(([kind, done]): [string, Work] => [
    kind,
    (job, goesOn) => spanned(`job ${kind}`, { kind: 'consumer' }, () => done(job, goesOn)),
  ]);
  return Object.fromEntries(each);
}

/** The same files, whose opening and writing are spans. */
export function spansOfFiles(files: Files): Files {
  const kind = 'client';
  return {
    ...files,
    open: (stored) => spanned('file open', { kind }, () => files.open(stored)),
    async write(...given) {
      const draft = await spanned('file write', { kind }, () => files.write(...given));
      return { ...draft, commit: () => spanned('file keep', { kind }, () => draft.commit()) };
    },
  };
}

/**
 * Makes a span of each request, over the whole of it. `trusted` are the proxies whose `traceparent` counts; what the server
 * asks of itself while it renders a page (`isInProcess`) belongs to that page.
 */
export function traceRequests(
  app: FastifyInstance,
  trusted: string[],
  isInProcess: (request: FastifyRequest) => boolean,
) {
  const isTrusted = trusted.length === 0 ? () => false : compile(trusted);
  app.decorateRequest('span', undefined);

  app.addHook('onRequest', (request, reply, done) => {
    if (tracer === undefined) return done();
    const given = request.headers.traceparent;
    const inside = isInProcess(request);
    const continues = !inside && isTrusted(request.socket.remoteAddress ?? '', 0) && typeof given === 'string';
    const span = tracer.begin(nameOf(request), {
      kind: inside ? 'internal' : 'server',
      parent: continues ? given : current.getStore(),
      attributes: { 'http.request.method': request.method, 'http.route': routeOf(request), request_id: request.id },
    });
    request.span = span;
    reply.raw.once('close', () => {
      const status = reply.statusCode;
      const failed = reply.raw.writableFinished ? undefined : 'aborted';
      span.end({
        failed: status >= 500 ? String(status) : failed,
        attributes: { 'http.response.status_code': status },
      });
    });
    current.run(span, done);
  });

  // Reading a body leads out of it.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === undefined) done();
    else current.run(request.span, done);
  });
}

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? '(none)';
const nameOf = (request: FastifyRequest) => `${request.method} ${routeOf(request)}`;

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined;
  }
}
