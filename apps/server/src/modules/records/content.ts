import { reportBytes } from '@carecommons/contract/limits';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import type { Draft, Files } from '../../core/files.ts';
import { invalidField, Problem } from '../../core/problem.ts';
import { faultOfPdf } from './pdf.ts';

/** A report whose content is what its type says, and nothing else. */
export interface Proven {
  draft: Draft;
  mediaType: 'application/pdf' | 'image/png' | 'image/jpeg';
}

// A sheet of A4 scanned at 600 dots per inch has 35 million.
const mostPixels = 50_000_000;
const secondsPerPicture = 30;

// No other decoder of the library is ever handed a byte of an upload.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);

const refused = (message: string) =>
  new Problem('unsupported_type', { message, errors: [{ field: 'report', message }] });

const pdfRefusals = {
  active: 'This PDF contains scripts, attachments or other active parts. Please print it to a new PDF and send that.',
  encrypted: 'This PDF is protected by a password. Please save it without one.',
  markup: 'This PDF contains parts of a web page. Please print it to a new PDF and send that.',
  damaged: 'This PDF is damaged, cut short, or mixed with something else.',
};

/**
 * Proves that a draft is a PDF, PNG or JPEG by what it holds, whatever it is called. A picture is decoded and written anew,
 * upright and without anything but its pixels; the draft given is then discarded. Throws `unsupported_type`, `invalid_input`.
 */
export async function prove(files: Files, draft: Draft): Promise<Proven> {
  const type = await guessType(draft);
  if (type === 'application/pdf') {
    const fault = await faultOfPdf(draft);
    if (fault !== undefined) throw refused(pdfRefusals[fault]);
    return { draft, mediaType: type };
  }
  if (type === 'image/png' || type === 'image/jpeg') {
    return { draft: await inTurn(() => writeAnew(files, draft, type)), mediaType: type };
  }
  throw refused('This is not a PDF, PNG or JPEG file.');
}

async function guessType(draft: Draft) {
  const head: Buffer[] = [];
  for await (const chunk of draft.read({ start: 0, end: 4099 }) as AsyncIterable<Buffer>) head.push(chunk);
  return (await fileTypeFromBuffer(Buffer.concat(head)))?.mime;
}

async function writeAnew(files: Files, draft: Draft, type: 'image/png' | 'image/jpeg') {
  const picture = sharp({ limitInputPixels: mostPixels, failOn: 'warning' });
  draft.read().pipe(picture);
  const upright = picture.autoOrient().timeout({ seconds: secondsPerPicture });
  const out: Sharp = type === 'image/png' ? upright.png() : upright.jpeg({ quality: 90 });
  try {
    // Written anew it may be a little larger than it came.
    const anew = await files.write(out, 4 * reportBytes);
    await draft.discard();
    return anew;
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (/pixel limit/.test((error as Error).message)) {
      throw invalidField('report', 'This picture has too many pixels. Please send a smaller one.');
    }
    throw refused('This picture is damaged or cut short.');
  }
}

// A picture takes its memory once it is decoded; one at a time takes it once.
let last: Promise<unknown> = Promise.resolve();

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => {});
  return await turn;
}
