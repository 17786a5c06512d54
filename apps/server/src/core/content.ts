import type { Endpoint } from '@carecommons/contract/endpoint';
import type { Draft, Files } from './files.ts';
import { faultOfPdf } from './pdf.ts';
import { typeOf, withPicture } from './pictures.ts';
import { refusedFile } from './problem.ts';

/** A document whose content is what its type says, and nothing else. */
export interface Proven {
  draft: Draft;
  mediaType: 'application/pdf' | 'image/png' | 'image/jpeg';
}

/** How the name of a file of a type ends. */
export const extensionOf = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

type Upload = NonNullable<Endpoint['upload']>;

const pdfRefusals = {
  active: 'This PDF contains scripts, attachments or other active parts. Please print it to a new PDF and send that.',
  encrypted: 'This PDF is protected by a password. Please save it without one.',
  markup: 'This PDF contains parts of a web page. Please print it to a new PDF and send that.',
  damaged: 'This PDF is damaged, cut short, or mixed with something else.',
};

/**
 * Proves that a draft is a PDF, PNG or JPEG by what it holds, whatever it is called. A picture is decoded and written anew,
 * upright and without anything but its pixels. The draft given is discarded then, and where this throws: `unsupported_type`,
 * `invalid_input`, naming the field that it came in.
 */
export async function prove(files: Files, draft: Draft, upload: Upload): Promise<Proven> {
  return await proven(files, draft, upload).catch(async (error: unknown) => {
    await draft.discard();
    throw error;
  });
}

async function proven(files: Files, draft: Draft, upload: Upload): Promise<Proven> {
  const refused = (message: string) => refusedFile(upload.file, message);
  const type = await typeOf(draft);
  if (type === 'application/pdf') {
    const fault = await faultOfPdf(draft);
    if (fault !== undefined) throw refused(pdfRefusals[fault]);
    return { draft, mediaType: type };
  }
  if (type === 'image/png' || type === 'image/jpeg') {
    return { draft: await writeAnew(files, draft, type, upload), mediaType: type };
  }
  throw refused('This is not a PDF, PNG or JPEG file.');
}

async function writeAnew(files: Files, draft: Draft, type: 'image/png' | 'image/jpeg', { file, bytes }: Upload) {
  const anew = await withPicture(draft, file, async (upright) => {
    const out = type === 'image/png' ? upright.png() : upright.jpeg({ quality: 90 });
    // Written anew it may be a little larger than it came.
    return await files.write(out, 4 * bytes, draft.owner);
  });
  await draft.discard();
  return anew;
}
