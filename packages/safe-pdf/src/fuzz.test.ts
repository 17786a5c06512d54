import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Outcome } from '../corpus/fuzz-worker.ts';
import { harmlessPdfs } from '../corpus/harmless.ts';
import { hostilePdfs } from '../corpus/hostile.ts';
import { pdfStream, rawPdf } from '../corpus/write-pdf.ts';
import { mostBytes } from './memory-limit.ts';

const thread = new Worker(new URL('../corpus/fuzz-worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 128 },
});
afterAll(() => thread.terminate());

async function outcomeOf(data: Uint8Array): Promise<Outcome> {
  thread.postMessage(data);
  const [outcome] = await once(thread, 'message');
  return outcome as Outcome;
}

/** What is asked of every file: it is written anew or refused in a word, and the library is as good as before. */
function check({ made, settled, sound, wasmBytes }: Outcome) {
  if (typeof made === 'string') expect(made).toMatch(/^(damaged|encrypted)$/);
  else expect(Buffer.from(made).toString('latin1')).toMatch(/^%PDF-/);
  expect(settled, 'a file that was written anew is the same when it is written once more').toBe(true);
  expect(sound, 'the library still writes a harmless file as before').toBe(true);
  expect(wasmBytes).toBeLessThanOrEqual(mostBytes);
}

test.each(Object.entries(harmlessPdfs))('%s is written anew', async (_, data) => {
  const outcome = await outcomeOf(data);
  check(outcome);
  expect(outcome.made).toBeInstanceOf(Uint8Array);
});

const seeds = Object.values({ ...harmlessPdfs, ...hostilePdfs }).filter(({ length }) => length < 20_000);
const tokens = [
  '<<', '>>', '[', ']', '(', ')', '%', '/', ' obj\n', 'endobj', 'stream\n', 'endstream', 'xref\n', 'trailer', 'startxref\n', '%%EOF',
  '1 0 R', '3 0 R', '4 0 R', '99999999 0 R', '/Length 4294967295', '/Length -1', '/Size 8388607', '/Prev 0', '/Kids [2 0 R]', '/Parent 3 0 R',
  '/Count 2147483647', '/Type /ObjStm /N 99999 /First 0', '/Type /XRef /W [1 2 1]', '/Filter [/FlateDecode /FlateDecode]', '/Filter /LZWDecode',
  '/Filter /JBIG2Decode', '/Encrypt << /Filter /Standard /V 5 >>', '\u0000', '\u00ff\u00ff', '9'.repeat(40), '['.repeat(2000), '<<'.repeat(2000),
].map((token) => Buffer.from(token, 'latin1')); // prettier-ignore

const at = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const change = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at, value: fc.integer({ min: 0, max: 255 }) }),
  fc.record({ kind: fc.constant('insert' as const), at, token: fc.constantFrom(...tokens) }),
  fc.record({ kind: fc.constant('remove' as const), at, length: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('repeat' as const), at, length: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('splice' as const), at, other: fc.constantFrom(...seeds), from: at }),
);

function changed(data: Buffer, one: typeof change extends fc.Arbitrary<infer Change> ? Change : never): Buffer {
  const place = Math.floor(one.at * data.length);
  const [before, after] = [data.subarray(0, place), data.subarray(place)];
  if (one.kind === 'byte') return Buffer.concat([before, Buffer.from([one.value]), after.subarray(1)]);
  if (one.kind === 'insert') return Buffer.concat([before, one.token, after]);
  if (one.kind === 'remove') return Buffer.concat([before, after.subarray(one.length)]);
  if (one.kind === 'repeat') return Buffer.concat([before, after.subarray(0, one.length), after]);
  return Buffer.concat([before, one.other.subarray(Math.floor(one.from * one.other.length))]);
}

const file = fc
  .tuple(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 6 }))
  .map(([seed, changes]) => changes.reduce(changed, seed));

const files = 400;

test('whatever is made of a PDF is written anew or refused, and harms nothing', { timeout: 120_000 }, async () => {
  let sound = 0;
  await fc.assert(
    fc.asyncProperty(file, async (data) => {
      check(await outcomeOf(data));
      sound += 1;
    }),
    { numRuns: files, seed: 20_261_124 },
  );
  expect(sound).toBe(files);
});

test('more memory than there may be is refused, where MuPDF asks for its memory', async () => {
  const megabytes = 20 * 1024 * 1024;
  const large = rawPdf({
    page: '/Contents 4 0 R',
    objects: [pdfStream(randomBytes(megabytes), '/Filter /DCTDecode')],
  });
  const { wasmBytes } = await outcomeOf(large);
  const why =
    'MuPDF no longer grows its memory by WebAssembly.Memory.prototype.grow: nothing limits it (memory-limit.ts)';
  expect(wasmBytes, why).toBeGreaterThan(megabytes);
  const { Memory } = (
    globalThis as unknown as { WebAssembly: { Memory: new (of: object) => { grow(pages: number): void } } }
  ).WebAssembly;
  expect(() => new Memory({ initial: 1 }).grow(mostBytes / 65_536)).toThrow('too much memory');
});
