import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import type { Requester } from '../limits/limits.ts';
import { costlyFile } from './file-work.ts';
import type { Draft } from '../files/files.ts';
import { invalidField, Problem, refusedFile } from '../errors/errors.ts';

// A sheet of A4 scanned at 600 dots per inch has 35 million.
const mostPixels = 50_000_000;
const secondsPerPicture = 30;

/** The type of a draft by what it holds, whatever it is called; undefined where that is none that is known. */
export async function typeOf(draft: Draft): Promise<string | undefined> {
  const head: Buffer[] = [];
  for await (const chunk of draft.read({ start: 0, end: 4099 }) as AsyncIterable<Buffer>) head.push(chunk);
  return (await fileTypeFromBuffer(Buffer.concat(head)))?.mime;
}

/**
 * Decodes a PNG or JPEG, turns it upright and hands it to `use`, which writes it anew: without anything but its pixels.
 * Throws `unsupported_type` or `invalid_input`, naming the field that it came in, and 429 and 503 as costly work does.
 */
export async function withPicture<T>(
  draft: Draft,
  field: string,
  requester: Requester | undefined,
  use: (upright: Sharp) => Promise<T>,
): Promise<T> {
  return await costlyFile(requester, async () => {
    const { sharp } = await import('./image-library.ts');
    const picture = sharp({ limitInputPixels: mostPixels, failOn: 'warning' });
    const source = draft.read();
    // The library waits for an end that does not come where the file cannot be read on.
    const broken = new Promise<never>((_, reject) => {
      source.once('error', (error) => {
        picture.destroy();
        reject(error);
      });
    });
    source.pipe(picture);
    try {
      return await Promise.race([use(picture.autoOrient().timeout({ seconds: secondsPerPicture })), broken]);
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (/pixel limit/.test((error as Error).message)) {
        throw invalidField(field, 'This picture has too many pixels. Please send a smaller one.');
      }
      throw refusedFile(field, 'This picture is damaged or cut short.');
    }
  });
}
