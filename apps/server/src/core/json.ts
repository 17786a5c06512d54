import type { FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { Problem } from './problem.ts';

/**
 * Reads a JSON body. An empty one counts as `{}`, so that calls without a payload need none, and a missing field is named
 * in the answer. Keys that reach for an object's prototype are refused.
 */
export async function parseJson(_request: FastifyRequest, body: string | Buffer): Promise<unknown> {
  if (body.length === 0) return {};
  try {
    return parse(String(body), null, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw new Problem('invalid_input', { message: 'The body is not valid JSON.' });
  }
}
