import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { Draft } from './files.ts';
import { type PackedObjects, type PdfFault, pdfScanner } from './pdf-scanner.ts';

const unpack = promisify(inflate);
const mostUnpacked = 8 * 1024 * 1024;
const mostUnpackedInAll = 64 * 1024 * 1024;
const sliceBytes = 64 * 1024;

/** What is wrong with a PDF, as its whole content shows; undefined where it may be handed on. */
export async function faultOfPdf(draft: Draft): Promise<PdfFault | undefined> {
  if (!(await hasSoundEnds(draft))) return 'damaged';
  const scanner = pdfScanner();
  let unpacked = 0;
  for await (const chunk of draft.read() as AsyncIterable<Buffer>) {
    scanner.push(chunk);
    for (const objects of scanner.take()) {
      const { faults, bytes } = await scanPacked(objects);
      for (const fault of faults) scanner.seen.faults.add(fault);
      unpacked += bytes;
    }
    if (unpacked > mostUnpackedInAll) return 'damaged';
  }
  scanner.end();
  const { faults, root, objects } = scanner.seen;
  if (!root || !objects) faults.add('damaged');
  return (['encrypted', 'active', 'markup', 'damaged'] as const).find((fault) => faults.has(fault));
}

async function scanPacked({ data, deflated }: PackedObjects): Promise<{ faults: Iterable<PdfFault>; bytes: number }> {
  try {
    const plain = deflated ? await unpack(data, { maxOutputLength: mostUnpacked }) : data;
    const scanner = pdfScanner();
    for (let at = 0; at < plain.length; at += sliceBytes) {
      scanner.push(plain.subarray(at, at + sliceBytes));
      await new Promise(setImmediate);
    }
    scanner.end();
    return { faults: scanner.seen.faults, bytes: plain.length };
  } catch {
    return { faults: ['damaged'], bytes: 0 };
  }
}

/**
 * Whether it begins as a PDF at its first byte, ends as one at its last, and its end leads to a table of contents: nothing
 * stands before or behind it that another program would read as something else, and nothing is cut off.
 */
async function hasSoundEnds(draft: Draft) {
  const head = await textOf(draft, 0, 16);
  // The end of a ZIP archive stands in the last 64 kB of a file, and makes it one.
  const tail = await textOf(draft, Math.max(0, draft.bytes - 66_000), draft.bytes);
  const table = Number(/startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/.exec(tail.slice(-2048))?.[1]);
  if (!/^%PDF-[12]\.\d/.test(head) || tail.includes('PK\u0005\u0006') || !(table < draft.bytes)) return false;
  return /^\s*(xref\s|\d+\s+\d+\s+obj\b)/.test(await textOf(draft, table, Math.min(table + 40, draft.bytes)));
}

async function textOf(draft: Draft, start: number, end: number) {
  const chunks: Buffer[] = [];
  for await (const chunk of draft.read({ start, end: end - 1 }) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}
