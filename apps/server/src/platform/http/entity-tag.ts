import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The entity tag of a text: the same for the same text, in whatever process. */
export const entityTagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Sends a body, or 304 to whoever has it already (RFC 9110, 13.1.2). The header is one that both answers carry. */
export async function sendUnlessKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  tag: string,
) {
  reply.header('etag', tag);
  if (isKnown(request.headers['if-none-match'], tag))
    return await reply.status(304).removeHeader('content-type').send();
  return await reply.send(body);
}

/** What compresses an answer on its way makes its tag a weak one, and a browser sends that back. */
function isKnown(header: string | undefined, tag: string) {
  const named = header?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named !== undefined && (named.includes(tag) || named.includes('*'));
}
