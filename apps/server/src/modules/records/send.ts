import type { FastifyReply, FastifyRequest } from 'fastify';
import { extensionOf } from '../../platform/content/content.ts';
import { contentDisposition, safeFileName, shownHeaders } from '../../platform/http/http.ts';
import type { Range } from '../../platform/files/files.ts';
import type { Purpose } from '../../platform/auth/auth.ts';
import type { OpenedLink } from '../../platform/routing/routing.ts';
import type { Found } from './serve.ts';

/** A report whose file is open. */
type Report = OpenedLink<{ record: Pick<Found, 'title' | 'media_type' | 'bytes'>; purpose: Purpose }>;

/** Sends a report, or the part of it that is asked for. */
export async function sendOpened(request: FastifyRequest, reply: FastifyReply, { record, purpose, file }: Report) {
  const way = purpose === 'view' ? 'inline' : 'attachment';
  if (purpose === 'view') reply.headers(shownHeaders);
  const name = safeFileName(record.title, extensionOf[record.media_type]);
  reply.headers({ 'content-type': record.media_type, 'content-disposition': contentDisposition(way, name) });
  // A saved file may be taken up where the line broke. A reader that asks for piece after piece would make one look at
  // a report stand in its patient's list many times, so a view is always of the whole.
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

/** The one range that a `Range` header asks for; 'none' where there is no such, undefined where all is wanted. */
function readRange(header: string | undefined, bytes: number): Range | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > end || start >= bytes ? 'none' : { start, end };
}
