import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Actor } from '../auth/auth.ts';

/** Who asks for costly work. */
export interface Requester {
  person: number;
  request: IncomingMessage;
  /** Aborted when the client hangs up before its answer. */
  closed: AbortSignal;
  /** By how much limits are multiplied; 0 for none. */
  rateLimit: number;
  /** A preview: a newer request of the same person makes it needless. */
  preview?: boolean;
}

/** The requester of a call, for work that is limited by person. */
export function requesterOf({
  request,
  reply,
  config,
}: {
  request: FastifyRequest;
  reply: FastifyReply;
  config: Pick<Config, 'rateLimit'>;
}): Requester {
  const closing = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) closing.abort();
  });
  const { user_id: person } = request.actor as Actor;
  return { person, request: request.raw, closed: closing.signal, rateLimit: config.rateLimit };
}
