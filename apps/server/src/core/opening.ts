import type { FileRefusal } from '@carecommons/contract/administration-rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from './db.ts';
import { type FileOpener, openingFile } from './file-opening.ts';
import type { Files } from './files.ts';
import type { Languages } from './languages.ts';
import { UnreadableFile } from './problem.ts';
import { refusalPage } from './refusal-page.ts';
import type { Services } from './route.ts';

/** What a link leads to, with its file open. */
export type Opened<Found extends object> = Found & { file: Awaited<ReturnType<Files['open']>> };

/** The same, or why it is not given. */
export type Opening<Found extends object> = Opened<Found> | { refusal: FileRefusal };

/** Called before a refusal is written down. Throws 429 where an address has had too many. */
export type Refusing = () => Promise<void>;

/**
 * Opens what a link leads to in a transaction, which writes down that it does; a file that cannot be read is a refusal, too.
 * The file is closed where the transaction fails.
 */
export async function opening<Found extends object>(
  { db, files, throttle, request }: Pick<Services, 'db' | 'files' | 'throttle'> & { request: FastifyRequest },
  open: (tx: Tx, files: FileOpener, refusing: Refusing) => Promise<Opening<Found>>,
): Promise<Opening<Found>> {
  let opened: Opening<Found> | undefined;
  try {
    return await openingFile(db, files, async (tx, within) => {
      const refusing = () => throttle.refusedLink(request.ip, tx);
      return (opened = await open(tx, within, refusing));
    });
  } catch (error) {
    if (opened !== undefined && 'file' in opened) await opened.file.close();
    if (!(error instanceof UnreadableFile)) throw error;
    return { refusal: error.why };
  }
}

interface Asking {
  request: FastifyRequest;
  reply: FastifyReply;
  languages: Languages;
}

/** Answers, in the language of whoever asks, with a page that says why something is not given, and leads back. */
export async function sendRefusal(
  { request, reply, languages }: Asking,
  of: Parameters<typeof refusalPage>[0],
  refusal: FileRefusal,
) {
  const page = refusalPage(of, refusal, await languages.wordsIn(languages.askedBy(request).language));
  return await reply.status(page.status).headers(page.headers).send(page.html);
}
