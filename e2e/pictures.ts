import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

// npm run pictures: takes new reference pictures of /design for the journeys. Look at the changes before you commit: most hosts
// show picture diffs. They are stored with few colours, at a third of the size.

const folder = join(import.meta.dirname, 'pictures');
const bytesAtMost = 1_800_000;

rmSync(folder, { recursive: true, force: true });
const args = [
  'test',
  '-c',
  'e2e/playwright.config.ts',
  '--update-snapshots=all',
  '/design.e2e',
  '--grep',
  'looks as it did',
];
const { status } = spawnSync('playwright', args, { stdio: 'inherit' });
if (status !== 0) process.exit(1);

let bytes = 0;
for (const name of readdirSync(folder)) {
  const file = join(folder, name);
  const few = await sharp(readFileSync(file))
    .removeAlpha()
    .png({ palette: true, quality: 80, dither: 0, effort: 10 })
    .toBuffer();
  writeFileSync(file, few);
  bytes += statSync(file).size;
}
console.log(`${readdirSync(folder).length} pictures of ${Math.round(bytes / 1000)} kB`);
if (bytes > bytesAtMost) {
  console.error(`${bytesAtMost} bytes are the end.`);
  process.exitCode = 1;
}
