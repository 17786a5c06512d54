import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { costlyPdfs } from '@carecommons/safe-pdf/corpus/costly';
import { rawPdf } from '@carecommons/safe-pdf/corpus/write-pdf';
import { pdf } from '../../../test/fixtures/report-files.ts';
import { openFiles } from '../files/files.ts';
import { openMasterKeys } from '../crypto/crypto.ts';
import { rewritePdf } from './pdf.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function draftsIn() {
  const folder = await mkdtemp(join(tmpdir(), 'carecommons-pdf-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = openFiles(folder, openMasterKeys({ masterKeys: undefined, dataDir: folder }), quiet);
  return async (data: Buffer) => {
    const draft = await files.write(Readable.from([data]), 30_000_000, 7);
    onTestFinished(() => draft.discard());
    return draft;
  };
}

test(
  'a PDF that was made to take long holds up neither the server nor the next one',
  { timeout: 120_000 },
  async () => {
    const draft = await draftsIn();
    await rewritePdf(await draft(pdf()), 'report', undefined);
    for (const { name, data } of costlyPdfs()) {
      const [sent, small] = [await draft(data), await draft(pdf())];
      const before = process.threadCpuUsage();
      const made = rewritePdf(sent, 'report', undefined);
      const next = rewritePdf(small, 'report', undefined);
      const outcome = await made.then(
        () => 'taken',
        ({ code }: { code: string }) => code,
      );
      const { user, system } = process.threadCpuUsage(before);
      expect(['taken', 'unsupported_type'], name).toContain(outcome);
      // What the server does itself: it hands the bytes over.
      expect((user + system) / 1000, name).toBeLessThan(1000);
      expect(Buffer.from(await next).equals(pdf())).toBe(true);
    }
  },
);

test('what nobody can read is refused with a sentence', async () => {
  const draft = await draftsIn();
  const refusal = async (data: Buffer) =>
    await rewritePdf(await draft(data), 'report', undefined).catch(({ code, message }) => [code, message]);
  expect(await refusal(pdf().subarray(0, 300))).toEqual([
    'unsupported_type',
    'This PDF is damaged, cut short, or mixed with something else.',
  ]);
  const key = `<${'5e'.repeat(32)}>`;
  const locked = rawPdf({
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>]`,
  });
  expect(await refusal(locked)).toEqual([
    'unsupported_type',
    'This PDF is protected by a password. Please save it without one.',
  ]);
});
