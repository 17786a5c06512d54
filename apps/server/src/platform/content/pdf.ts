import type { Requester } from '../limits/limits.ts';
import type { PdfFault } from '@carecommons/safe-pdf';
import type { Draft } from '../files/files.ts';
import { costlyFile } from './file-work.ts';
import { refusedFile } from '../errors/errors.ts';
import { openThread } from '../process/process.ts';

const thread = openThread<Uint8Array | PdfFault>(new URL('pdf-worker.ts', import.meta.url), {
  limitMs: 2000,
  timeoutMs: 20_000,
  idleMs: 30_000,
  resourceLimits: { maxOldGenerationSizeMb: 128 },
});

const refusals: Record<PdfFault | 'costly', string> = {
  encrypted: 'This PDF is protected by a password. Please save it without one.',
  damaged: 'This PDF is damaged, cut short, or mixed with something else.',
  costly: 'This PDF is too complicated. Please print it to a new PDF and send that.',
};

/**
 * The PDF of a draft, written anew in a thread of its own, without what acts or hides. Throws `unsupported_type` naming `field`
 * for one that cannot be, or takes too long or too much memory; 429 and 503 as costly work does.
 */
export async function rewritePdf(draft: Draft, field: string, requester: Requester | undefined): Promise<Uint8Array> {
  return await costlyFile(requester, async () => {
    const data = await contentOf(draft);
    const made = (await thread.ask(data, [data.buffer])) ?? 'costly';
    if (typeof made === 'string') throw refusedFile(field, refusals[made]);
    return made;
  });
}

async function contentOf(draft: Draft): Promise<Uint8Array<ArrayBuffer>> {
  const data = new Uint8Array(draft.bytes);
  let at = 0;
  for await (const chunk of draft.read() as AsyncIterable<Buffer>) {
    data.set(chunk, at);
    at += chunk.length;
  }
  return data;
}
