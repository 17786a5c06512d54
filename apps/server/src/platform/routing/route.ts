import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@carecommons/contract/endpoint';
import { nothing } from '@carecommons/contract/fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { invalidInput, Problem } from '../errors/errors.ts';
import { sendCompressed } from '../http/http.ts';
import { type Transaction, transactionOf } from './idempotency.ts';
import type { ResponseCache } from '../cache/cache.ts';
import type { Actor } from '../auth/auth.ts';
import type { Services } from './services.ts';
import { acceptUpload, withUploads } from './upload.ts';
import { takeUpload } from './uploads-under-way.ts';

/** One validated call of one endpoint. `actor` is there exactly where the endpoint's access asks for a person. */
export interface Call<E extends Endpoint> extends Services {
  actor: E['access'] extends 'anyone' ? undefined : Actor;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  transaction: Transaction;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>>;

/** An endpoint with its handler, as `registerRoutes` takes it. */
export interface Route {
  endpoint: Endpoint;
  handler: (call: never) => Promise<unknown>;
  cache?: ResponseCache | undefined;
  replica?: boolean;
}

/**
 * Joins an endpoint of the contract to the handler that serves it. With `cache`, the finished text of an answer that is
 * the same for everybody is kept there and sent again until the cache is cleared. Such an answer, and with `replica` one that
 * is not kept, is read from the replica where there is one; but not for somebody who has just written something.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options: { cache?: ResponseCache; replica?: boolean } = {},
): Route {
  return { endpoint, handler, ...options };
}

/** Registers the routes. Throws where one declares no access, so that the server does not start. */
export function registerRoutes(app: FastifyInstance, services: Services, routes: readonly Route[]) {
  for (const { endpoint, cache, replica = cache !== undefined } of routes) {
    const { method, path, access } = endpoint;
    if (!isAccess(access)) throw new Error(`${method} ${path} declares no access`);
    if (replica && (access !== 'anyone' || method !== 'GET'))
      throw new Error(`${method} ${path} is not the same for everybody`);
  }
  const [uploads, others] = [routes.filter(isUpload), routes.filter((one) => !isUpload(one))];
  for (const one of others) register(app, services, one);
  withUploads(app, (within) => {
    for (const one of uploads) register(within, services, one);
  });
}

const isUpload = ({ endpoint }: Route) => endpoint.upload !== undefined;

function register(
  app: FastifyInstance,
  services: Services,
  { endpoint, handler, cache, replica = cache !== undefined }: Route,
) {
  const { method, path, access, status = 200 } = endpoint;
  // What asks for no body takes none: an unknown field is refused there as everywhere.
  const body = endpoint.body ?? (method === 'GET' || endpoint.upload !== undefined ? undefined : nothing);

  app.route({
    method,
    url: path,
    config: { upload: endpoint.upload !== undefined },
    schema: {
      params: endpoint.params ?? z.strictObject({}),
      querystring: endpoint.query ?? z.strictObject({}),
      ...(body === undefined ? {} : { body }),
      ...(endpoint.files === undefined ? { response: { [status]: replySchema(endpoint.reply) } } : {}),
    },
    validatorCompiler,
    attachValidation: false,
    async onRequest(request) {
      if (access !== 'anyone') {
        // Who has just become a patient, or a moderator, may have done so through another process.
        const anew = services.readYourWrites.saysCookie(request);
        request.actor = admit(access, await services.sessions.actorOf(request.headers.authorization, anew));
      }
      if (endpoint.upload !== undefined) acceptUpload(request, endpoint.upload);
    },
    async handler(request, reply) {
      reply.status(status);
      const call = {
        ...services,
        actor: request.actor,
        params: request.params,
        query: request.query,
        body: request.body,
        transaction: transactionOf(services, endpoint, request, reply),
        request,
        reply,
      };
      if (method !== 'GET') {
        const answer = await (endpoint.upload === undefined
          ? handler(call as never)
          : takeUpload(call, endpoint.upload, () => handler(call as never)));
        if (!reply.sent) services.readYourWrites.mark(request, reply);
        return answer;
      }
      if (!replica) return await handler(call as never);
      // From here on, answers are the same for everybody.
      if (services.readYourWrites.hasJustWritten(request)) return await sendAnew(await handler(call as never));
      const read = () => services.publicReads.read((db) => handler({ ...call, db } as never));
      if (cache === undefined) return await sendAnew(await read());
      const ready = await cache.get(request.url, async () => {
        const answer = await read();
        return { text: reply.serialize(answer) as string, link: reply.getHeader('link') as string | undefined };
      });
      if (ready.link !== undefined) reply.header('link', ready.link);
      return await sendCompressed(request, reply, ready);

      function sendAnew(answer: unknown) {
        return sendCompressed(request, reply, { text: reply.serialize(answer) as string });
      }
    },
  });
}

function isAccess(access: unknown): access is Access {
  return (
    access === 'anyone' ||
    access === 'signed-in' ||
    (typeof access === 'object' && access !== null && 'grant' in access)
  );
}

/** The actor, where an access lets them in; else throws 401 or 403. */
function admit(access: Exclude<Access, 'anyone'>, actor: Actor | undefined) {
  if (actor === undefined) throw new Problem('not_signed_in', { headers: { 'www-authenticate': 'Bearer' } });
  if (access !== 'signed-in' && !actor.grants.includes(access.grant)) {
    throw new Problem(actor.held_grants.includes(access.grant) ? 'second_factor_required' : 'not_allowed');
  }
  return actor;
}

function validatorCompiler({ schema }: { schema: unknown }) {
  return (data: unknown) => {
    const parsed = (schema as z.ZodMiniType).safeParse(data);
    if (parsed.success) return { value: parsed.data };
    return { error: invalidInput(parsed.error.issues) };
  };
}

/** The JSON Schema by which Fastify writes the answer: fields it does not name are left out. */
function replySchema(reply: z.ZodMiniType) {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    io: 'output',
    override: ({ jsonSchema }) => plainNull(jsonSchema),
  });
  return schema;
}

/** `anyOf: [T, null]` as `type: [T, "null"]`, which the serialiser writes without trying each. */
function plainNull(schema: { anyOf?: unknown; type?: unknown }) {
  const [some, none, ...more] = (schema.anyOf ?? []) as { type?: string }[];
  if (more.length > 0 || none?.type !== 'null' || typeof some?.type !== 'string' || Object.keys(some).length > 1)
    return;
  delete schema.anyOf;
  schema.type = [some.type, 'null'];
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** The name that a sign-in is for, also where a ticket stands for it. */
    signingInAs?: string;
  }
  interface FastifyContextConfig {
    /** Takes a form with a file, for which a slow line needs longer. */
    upload?: boolean;
  }
}
