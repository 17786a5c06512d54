import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@carecommons/contract/errors';
import { apiHeaders } from './headers.ts';
import { Problem } from '../errors/errors.ts';

/** Answers on the connection itself, where there is no request that Fastify could answer, and closes it. */
export function endWith(socket: Duplex, code: ErrorCode) {
  const problem = new Problem(code);
  const body = JSON.stringify(problem.body());
  const headers = {
    ...apiHeaders,
    'x-request-id': randomUUID(),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}`;
  socket.end(`${head}\r\n${body}`, () => socket.destroy());
}

/** Answers what is no request, or never becomes a whole one. */
export function answerClientError({ code }: { code?: string }, socket: Duplex) {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  if (code === 'HPE_HEADER_OVERFLOW') endWith(socket, 'headers_too_large');
  else endWith(socket, code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'invalid_input');
}
