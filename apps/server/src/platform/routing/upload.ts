import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Endpoint } from '@carecommons/contract/endpoint';
import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { invalidField, invalidInput, Problem } from '../errors/errors.ts';
import type { Draft, Files } from '../files/files.ts';
import type { Actor } from '../auth/auth.ts';

type Upload = NonNullable<Endpoint['upload']>;

/** An endpoint that takes a form with a file. */
type UploadEndpoint = Endpoint & { upload: Upload };

/** What a form may have besides its file: boundaries, part headers, short texts. */
export const formOverhead = 64 * 1024;
/** So long a whole request may take: an upload of the largest file over a slow line. */
export const uploadMs = 15 * 60_000;
// Any other body is small.
const bodyMs = 60_000;
// A client that sends nothing for so long is gone, or wants to hold the connection.
const silentMs = 30_000;
// What is still read of a refused upload before the refusal is answered, so that the connection can go on after it.
const drained = { bytes: 1024 * 1024, ms: 5000 };
// So long a client that is still sending has to notice the refusal.
const lingerMs = 2000;

/**
 * Registers routes in a part of the server that takes forms with files and nothing else. Everywhere else such forms are
 * refused, like every other type but JSON.
 */
export function withUploads(app: FastifyInstance, register: (within: FastifyInstance) => void) {
  void app.register(async (within) => {
    within.removeAllContentTypeParsers();
    await within.register(multipart);
    within.addHook('onSend', async (request, reply, payload) => {
      if (!unread.has(request.raw)) return payload;
      reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(payload as string) });
      return Readable.from(lingering(request.raw, payload as string));
    });
    register(within);
  });
}

/** Ends the connection of a client that takes too long over a body that is no upload. */
export function limitBodyTime(request: FastifyRequest) {
  if (request.routeOptions.config.upload === true) return;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (length === '0' && coding === undefined) return;
  const timer = setTimeout(() => request.raw.destroy(), bodyMs);
  request.raw.once('close', () => clearTimeout(timer));
}

/** Refuses what cannot become an upload before a byte of it is read. Throws `unsupported_type`, `too_large`. */
export function acceptUpload(request: FastifyRequest, { bytes }: Upload) {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
    throw new Problem('unsupported_type', { message: 'Please send the file in a form (multipart/form-data).' });
  }
  if (Number(request.headers['content-length'] ?? 0) > bytes + formOverhead) {
    unread.add(request.raw);
    throw new Problem('too_large');
  }
}

// Forms that are refused while their client is still sending.
const unread = new WeakSet<IncomingMessage>();

/**
 * An answer that is whole for its client at once, and after which the connection is closed, but not before the client had a moment to
 * notice: whatever still comes is thrown away meanwhile (RFC 9112, section 9.6). Closed at once, the connection would be reset under
 * the client's hands, and the answer lost with it.
 */
async function* lingering(request: IncomingMessage, answer: string) {
  yield answer;
  if (request.readableEnded || request.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
    request.once('end', resolve).once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    // The form's reader would stop it again.
    request.unpipe().resume();
  });
}

interface Received<E extends UploadEndpoint> {
  draft: Draft;
  texts: z.output<E['upload']['texts']>;
}

/**
 * Reads the form of an upload: its file goes aside to the disk as it comes, its texts are validated. The file is about the
 * actor, where `owner` names nobody else. Throws 400 naming a wrong field, `too_large`, `storage_full`, `busy`; then nothing
 * of it is left.
 */
export async function receiveUpload<E extends UploadEndpoint>(
  { request, files }: { request: FastifyRequest; files: Files },
  { upload }: E,
  owner = (request.actor as Actor).user_id,
): Promise<Received<E>> {
  const texts: Record<string, string> = {};
  let draft: Draft | undefined;
  // Nothing would come of a form whose client has gone meanwhile, not even its end.
  if (request.raw.destroyed) throw new Problem('invalid_input', { message: cutShort });
  const silence = setTimeout(() => request.raw.destroy(), silentMs);
  try {
    for await (const part of request.parts(limitsFor(upload))) {
      silence.refresh();
      if (part.type === 'file') {
        if (part.fieldname !== upload.file) throw invalidField(part.fieldname, 'This field is not known here.');
        if (draft !== undefined) throw invalidField(upload.file, 'Please send one file at a time.');
        draft = await files.write(refreshing(silence, part.file), upload.bytes, owner);
      } else texts[part.fieldname] = textOf(part, texts, upload);
    }
    if (draft === undefined || draft.bytes === 0) throw invalidField(upload.file, 'Please choose a file.');
    const parsed = upload.texts.safeParse(texts);
    if (!parsed.success) throw invalidInput(parsed.error.issues);
    return { draft, texts: parsed.data as z.output<E['upload']['texts']> };
  } catch (error) {
    await draft?.discard();
    if (!(await readRest(request))) unread.add(request.raw);
    throw error instanceof Problem ? named(error, upload) : new Problem('invalid_input', { message: cutShort });
  } finally {
    clearTimeout(silence);
  }
}

async function* refreshing(timer: NodeJS.Timeout, source: AsyncIterable<Uint8Array>) {
  for await (const chunk of source) {
    timer.refresh();
    yield chunk;
  }
}

const cutShort = 'The form is damaged or was cut short. Please send it again.';

/** The limits lie above what is checked here, so that what is too much gets a sentence of its own. */
const limitsFor = ({ bytes }: Upload) => ({
  throwFileSizeLimit: false,
  limits: {
    fileSize: bytes + 1,
    files: 2,
    fields: 20,
    parts: 22,
    fieldSize: 4096,
    fieldNameSize: 100,
    headerPairs: 20,
  },
});

function textOf(part: Exclude<Multipart, { type: 'file' }>, texts: Record<string, string>, { file }: Upload) {
  const { fieldname, value, valueTruncated } = part;
  if (fieldname === file) throw invalidField(file, 'Please choose a file.');
  if (Object.hasOwn(texts, fieldname)) throw invalidField(fieldname, 'Please send this once.');
  if (valueTruncated || typeof value !== 'string') throw invalidField(fieldname, 'This is too long.');
  return value;
}

/** A file that is too large, told under its field. */
function named(problem: Problem, { file, bytes }: Upload) {
  if (problem.code !== 'too_large') return problem;
  const message = `Please choose a file of at most ${Math.floor(bytes / 1024 / 1024)} MB.`;
  return new Problem('too_large', { message, errors: [{ field: file, message }] });
}

/** Reads what is left of a refused form, and says whether that was all of it; a long rest is left unread. */
async function readRest({ raw }: FastifyRequest): Promise<boolean> {
  if (raw.readableEnded || raw.destroyed) return true;
  return await new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > drained.bytes) finish(false);
    };
    const finish = (ended: boolean) => {
      clearTimeout(timer);
      raw.off('data', count).pause();
      resolve(ended);
    };
    const timer = setTimeout(() => finish(false), drained.ms);
    raw.once('end', () => finish(true)).once('close', () => finish(true));
    raw.unpipe().on('data', count).resume();
  });
}
