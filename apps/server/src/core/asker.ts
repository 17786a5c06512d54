import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@carecommons/contract/endpoint';
import type { Call } from './route.ts';
import type { Actor } from './session.ts';

/** Who asks for costly work. */
export interface Asker {
  person: number;
  request: IncomingMessage;
  /** Aborted when the client hangs up before its answer. */
  closed: AbortSignal;
  /** By how much limits are multiplied; 0 for none. */
  rateLimit: number;
  /** A preview: a newer request of the same person makes it needless. */
  preview?: boolean;
}

/** The asker of a call, for work that is limited by person. */
export function askerOf({
  request,
  reply,
  config,
}: Pick<Call<Endpoint>, 'request' | 'reply'> & { config: Pick<Call<Endpoint>['config'], 'rateLimit'> }): Asker {
  const closing = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) closing.abort();
  });
  const { user_id: person } = request.actor as Actor;
  return { person, request: request.raw, closed: closing.signal, rateLimit: config.rateLimit };
}
