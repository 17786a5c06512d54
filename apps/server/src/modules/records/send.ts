import type { FastifyReply, FastifyRequest } from 'fastify';
import { extensionOf } from '../../platform/content/content.ts';
import { contentDisposition, safeFileName, shownHeaders } from '../../platform/http/http.ts';
import type { Range } from '../../platform/files/files.ts';
import type { Purpose } from '../../platform/auth/auth.ts';
import type { OpenedLink } from '../../platform/routing/routing.ts';
import type { Found } from './serve.ts';

/** A report with its open file. */
type Report = OpenedLink<{ record: Pick<Found, 'title' | 'media_type' | 'bytes'>; purpose: Purpose }>;

/** Sends a report, or the requested part of it. */
export async function sendOpened(request: FastifyRequest, reply: FastifyReply, { record, purpose, file }: Report) {
  const way = purpose === 'view' ? 'inline' : 'attachment';
  if (purpose === 'view') reply.headers(shownHeaders);
  const name = safeFileName(record.title, extensionOf[record.media_type]);
  reply.headers({ 'content-type': record.media_type, 'content-disposition': contentDisposition(way, name) });
  // A download can be resumed. A view always sends the whole file: a viewer that requests piece after piece would appear as many
  // accesses in the patient's list.
  reply.header('accept-ranges', purpose === 'download' ? 'bytes' : 'none');
  const range = purpose === 'download' ? readRange(request.headers.range, record.bytes) : undefined;
  if (range === undefined) return await reply.header('content-length', record.bytes).send(file.read());
  if (range === 'none') {
    await file.close();
    return await reply.status(416).header('content-range', `bytes */${record.bytes}`).send('');
  }
  reply.header('content-range', `bytes ${range.start}-${range.end}/${record.bytes}`);
  return await reply
    .status(206)
    .header('content-length', range.end - range.start + 1)
    .send(file.read(range));
}

/** The one range that a `Range` header requests; 'none' if there is no such range, undefined if everything is wanted. */
function readRange(header: string | undefined, bytes: number): Range | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > end || start >= bytes ? 'none' : { start, end };
}
