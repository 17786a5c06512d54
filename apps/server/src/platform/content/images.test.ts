import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openFiles } from '../files/files.ts';
import { openMasterKeys } from '../crypto/crypto.ts';
import { withPicture } from './images.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

test('a picture whose file cannot be read to its end is refused, and holds up no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carecommons-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = openFiles(folder, openMasterKeys({ masterKeys: undefined, dataDir: folder }), quiet);
  const raw = { width: 300, height: 300, channels: 3 } as const;
  const data = await sharp(randomBytes(270_000), { raw }).png().toBuffer();
  const write = () => files.write(Readable.from([data]), data.length, 7);
  const incoming = join(folder, 'files', 'incoming');

  const broken = await write();
  const [name] = await readdir(incoming);
  await truncate(join(incoming, name as string), 150_000);
  // Written anew, as reports are, and made small in memory, as photos are.
  await expect(
    withPicture(broken, 'report', undefined, (upright) => files.write(upright.png(), 1e7, 7)),
  ).rejects.toMatchObject({
    code: 'unsupported_type',
  });
  await expect(
    withPicture(broken, 'photo', undefined, (upright) => upright.resize(20, 20).toBuffer()),
  ).rejects.toMatchObject({
    code: 'unsupported_type',
  });
  await broken.discard();
  await expect.poll(() => readdir(incoming)).toEqual([]);

  const whole = await write();
  const small = await withPicture(whole, 'photo', undefined, (upright) => upright.resize(20, 20).png().toBuffer());
  expect((await sharp(small).metadata()).width).toBe(20);
  await whole.discard();
});
