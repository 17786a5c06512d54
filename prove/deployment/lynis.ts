import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closing } from '../tools/closing.ts';
import type { Figure } from '../tools/figure.ts';
import { scan, scannerOf } from '../tools/scanners.ts';

const containerfile = new URL('../../deploy/Containerfile', import.meta.url).pathname;
const withinMs = 5 * 60_000;

/** Findings of lynis that are no weakness here, and why. */
const known: { says: RegExp; why: string }[] = [
  {
    says: /No maintainer found/,
    why: 'MAINTAINER is no longer a word of the format; whoever builds the image is who made it',
  },
  { says: /This release is more than 4 months old/, why: 'said of lynis itself, which Debian keeps at one release' },
];

/** What lynis finds in the Containerfile: the user, downloads, and file permissions. */
export async function lynis(): Promise<Figure> {
  const program = scannerOf('lynis');
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-lynis-'));
  const close = closing(async () => rmSync(folder, { recursive: true, force: true }));
  try {
    const found = await findingsOf(program, containerfile, folder);
    const weak = join(folder, 'Containerfile');
    const text = readFileSync(containerfile, 'utf8').replace(/^USER .*\n/m, '');
    writeFileSync(weak, text.replaceAll(/node:[\d.]+-bookworm-slim/g, 'node:latest'));
    const planted = await findingsOf(program, weak, folder);
    const left = found.filter((one) => !known.some(({ says }) => says.test(one)));
    const excused = known.filter(({ says }) => found.some((one) => says.test(one)));
    const seesPlanted =
      planted.some((one) => one.includes('No user declared')) && planted.some((one) => one.includes('latest TAG'));
    return {
      figure: 'Findings of lynis in deploy/Containerfile',
      value: {
        findings: left.length,
        ...(left.length === 0 ? {} : { left }),
        known: excused.map(({ says, why }) => `${says.source}: ${why}`),
        finds_planted_ones: seesPlanted,
      },
      target: '0 but those known; a missing user and a moving version found where they are planted',
      ok: left.length === 0 && seesPlanted,
    };
  } finally {
    await close();
  }
}

/** The warnings and suggestions about one file. */
async function findingsOf(program: string, path: string, folder: string) {
  const report = join(folder, 'report.dat');
  rmSync(report, { force: true });
  // Only the part about this file is read.
  const options = ['--no-colors', '--quick', '--report-file', report, '--log-file', join(folder, 'log')];
  const { said } = await scan(program, [...options, 'audit', 'dockerfile', path], { within: withinMs, cwd: folder });
  const lines = readFileSync(report, 'utf8').split('\n');
  // The last line of the output: without it, some tests did not run.
  if (!lines.some((line) => line.startsWith('finish='))) throw new Error(`lynis did not end well: ${said.slice(-500)}`);
  return lines
    .filter((line) => /^(warning|suggestion)\[\]=/.test(line))
    .map((line) => line.replace(/^\w+\[\]=/, '').replaceAll(/\|-?(?=\||$)/g, ''));
}
