import { reportBytes } from '@carecommons/contract/limits';
import type { Draft, Files } from '../../core/files.ts';
import { typeOf, withPicture } from '../../core/pictures.ts';
import { refusedFile } from '../../core/problem.ts';
import { faultOfPdf } from './pdf.ts';

/** A report whose content is what its type says, and nothing else. */
export interface Proven {
  draft: Draft;
  mediaType: 'application/pdf' | 'image/png' | 'image/jpeg';
}

const refused = (message: string) => refusedFile('report', message);

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
  const type = await typeOf(draft);
  if (type === 'application/pdf') {
    const fault = await faultOfPdf(draft);
    if (fault !== undefined) throw refused(pdfRefusals[fault]);
    return { draft, mediaType: type };
  }
  if (type === 'image/png' || type === 'image/jpeg') {
    return { draft: await writeAnew(files, draft, type), mediaType: type };
  }
  throw refused('This is not a PDF, PNG or JPEG file.');
}

async function writeAnew(files: Files, draft: Draft, type: 'image/png' | 'image/jpeg') {
  const anew = await withPicture(draft, 'report', async (upright) => {
    const out = type === 'image/png' ? upright.png() : upright.jpeg({ quality: 90 });
    // Written anew it may be a little larger than it came.
    return await files.write(out, 4 * reportBytes);
  });
  await draft.discard();
  return anew;
}
