import { Readable } from 'node:stream';
import type { Endpoint } from '@carecommons/contract/endpoint';
import type { Requester } from '../limits/limits.ts';
import type { Draft, Files } from '../files/files.ts';
import { rewritePdf } from './pdf.ts';
import { typeOf, withPicture } from './images.ts';
import { refusedFile } from '../errors/errors.ts';

/** A document whose content is what its type says, and nothing else. */
export interface ValidContent {
  draft: Draft;
  mediaType: 'application/pdf' | 'image/png' | 'image/jpeg';
}

/** How the name of a file of a type ends. */
export const extensionOf = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

type Upload = NonNullable<Endpoint['upload']>;

/**
 * Proves that a draft is a PDF, PNG or JPEG by what it holds, whatever it is called, and writes it anew: a picture upright and without
 * anything but its pixels, a PDF without what acts or hides. The draft given is discarded then, and where this throws: `unsupported_type`,
 * `invalid_input`, naming the field that it came in; 429 and 503 as costly work does.
 */
export async function validateContent(
  files: Files,
  draft: Draft,
  upload: Upload,
  requester: Requester,
): Promise<ValidContent> {
  try {
    return await validated(files, draft, upload, requester);
  } finally {
    await draft.discard();
  }
}

async function validated(
  files: Files,
  draft: Draft,
  { file, bytes }: Upload,
  requester: Requester,
): Promise<ValidContent> {
  const mediaType = await typeOf(draft);
  // Written anew it may be a little larger than it came.
  const write = (content: AsyncIterable<Uint8Array>) => files.write(content, 4 * bytes, draft.owner);
  if (mediaType === 'application/pdf') {
    const made = await rewritePdf(draft, file, requester);
    return { draft: await write(Readable.from([made])), mediaType };
  }
  if (mediaType === 'image/png' || mediaType === 'image/jpeg') {
    const made = await withPicture(draft, file, requester, (upright) =>
      write(mediaType === 'image/png' ? upright.png() : upright.jpeg({ quality: 90 })),
    );
    return { draft: made, mediaType };
  }
  throw refusedFile(file, 'This is not a PDF, PNG or JPEG file.');
}
