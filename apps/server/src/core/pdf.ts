import type { Asker } from './asker.ts';
import type { PdfFault } from './clean-pdf.ts';
import type { Draft } from './files.ts';
import { costlyFile } from './file-work.ts';
import { refusedFile } from './problem.ts';
import { openThread } from './thread.ts';

const thread = openThread<Uint8Array | PdfFault>(new URL('pdf-worker.ts', import.meta.url), {
  limitMs: 2000,
  patienceMs: 20_000,
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
export async function rewritePdf(draft: Draft, field: string, asker: Asker | undefined): Promise<Uint8Array> {
  return await costlyFile(asker, async () => {
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
