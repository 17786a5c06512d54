import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const form = /^carecommons-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar(\.sealed)?$/;
// No backup is being written for that long.
const leftAfterMs = 2 * 86_400_000;

/** What an archive of a moment is called; in the order of names they are in that of time. */
export const nameAt = (moment: Date, encrypted: boolean) =>
  `carecommons-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar${encrypted ? '.sealed' : ''}`;

/** The newest archive in a folder, with its size in bytes and the moment that its name says; undefined where there is none. */
export function newestArchive(folder: string): { path: string; bytes: number; taken: Date } | undefined {
  const newest = readdirSync(folder)
    .filter((name) => form.test(name))
    .toSorted()
    .at(-1);
  if (newest === undefined) return undefined;
  const [, day, hours, minutes, seconds] = form.exec(newest) ?? [];
  const path = join(folder, newest);
  return { path, bytes: statSync(path).size, taken: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) };
}

/** Removes older archives beside this one, down to so many, and what killed backups left; returns how many archives. */
export function keepNewest(path: string, count: number): number {
  const folder = dirname(path);
  const names = readdirSync(folder);
  const old = names
    .filter((name) => form.test(name))
    .toSorted()
    .slice(0, -count);
  for (const name of old) rmSync(join(folder, name), { force: true });
  for (const name of names) {
    const [archive = '', rest] = name.split('.partial');
    const left =
      rest !== undefined && form.test(archive) && statSync(join(folder, name)).mtimeMs < Date.now() - leftAfterMs;
    if (left) rmSync(join(folder, name), { force: true });
  }
  return old.length;
}
