import type { FileRefusal } from '@carecommons/contract/administration-rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../db/db.ts';
import { type FileOpener, type Files, openInTransaction } from '../files/files.ts';
import type { Languages } from '../languages/languages.ts';
import { UnreadableFile } from '../errors/errors.ts';
import { errorPage } from '../http/http.ts';
import type { Services } from './services.ts';

/** What a link leads to, with its file open. */
export type OpenedLink<Found extends object> = Found & { file: Awaited<ReturnType<Files['open']>> };

/** The same, or why it is not given. */
export type LinkResult<Found extends object> = OpenedLink<Found> | { refusal: FileRefusal };

/** Called before a refusal is written down. Throws 429 where an address has had too many. */
export type CountRefusal = () => Promise<void>;

/**
 * Opens what a link leads to in a transaction, which writes down that it does; a file that cannot be read is a refusal, too.
 * The file is closed where the transaction fails.
 */
export async function openSignedLink<Found extends object>(
  { db, files, throttle, request }: Pick<Services, 'db' | 'files' | 'throttle'> & { request: FastifyRequest },
  open: (tx: Tx, files: FileOpener, refusing: CountRefusal) => Promise<LinkResult<Found>>,
): Promise<LinkResult<Found>> {
  let opened: LinkResult<Found> | undefined;
  try {
    return await openInTransaction(db, files, async (tx, within) => {
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
export async function sendErrorPage(
  { request, reply, languages }: Asking,
  of: Parameters<typeof errorPage>[0],
  refusal: FileRefusal,
) {
  const page = errorPage(of, refusal, await languages.wordsIn(languages.askedBy(request).language));
  return await reply.status(page.status).headers(page.headers).send(page.html);
}
