import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const settings = {
  // Looks back 256 kB, which is more than a page. By itself it is ready for 4 MB, and V8 clears up all of its memory five times
  // as often.
  [constants.BROTLI_PARAM_LGWIN]: 18,
};
const encodings = new Negotiator({ supportedValues: ['br', 'gzip'] });
// A shorter text fits into the packet that its headers need.
const leastLength = 1000;

/** What is sent to many may be a tenth smaller (quality 5), which takes twice as long. */
export const toBrotli = (text: string | Buffer, { forMany = false } = {}) =>
  brotli(text, { params: { ...settings, [constants.BROTLI_PARAM_QUALITY]: forMany ? 5 : 3 } });
export const toGzip = (text: string | Buffer) => zip(text);
export const fromBrotli = promisify(brotliDecompress);

/** The encoding in which a client wants an answer: `br`, `gzip`, or null for none. */
export function encodingOf(request: FastifyRequest) {
  const accepted = request.headers['accept-encoding'];
  return accepted === undefined ? null : encodings.negotiate(accepted);
}

/** A text that is sent to many, each encoding of it made once, for the first who asks for it. */
export interface Encoded {
  text: string;
  br?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
}

/**
 * Sends JSON text, compressed for who takes that where it is long enough to gain by it. Only for what is the same for everybody: how
 * long a compressed answer is tells something of a secret that stands beside what its reader has sent (BREACH).
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, ready: Encoded) {
  const { text } = ready;
  const vary = reply.getHeader('vary') as string | undefined;
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  reply.header('content-type', 'application/json; charset=utf-8').serializer(asItIs);
  const encoding = text.length > leastLength ? encodingOf(request) : null;
  if (encoding === null) return await reply.send(text);
  reply.header('content-encoding', encoding);
  return await reply.send(await (encoding === 'br' ? (ready.br ??= toBrotli(text)) : (ready.gzip ??= toGzip(text))));
}

const asItIs = (text: unknown) => text as string;
