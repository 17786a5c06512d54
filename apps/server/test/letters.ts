import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openJobs } from '../src/core/jobs.ts';
import { letterFolder, mailWork } from '../src/core/mail.ts';
import { resetWork } from '../src/modules/accounts/password-reset.ts';
import { invitations } from '../src/modules/calendars/calendars.ts';
import { newsThatHolds } from '../src/modules/notifications/notifications.ts';
import type { TestApp } from './app.ts';
import { read, type ReadLetter } from './read-letter.ts';

export const site = 'https://care.example.org';

/** Sends all letters that wait, into files, and gives those that were not there before, in the order of sending. */
export async function sendLetters(t: TestApp): Promise<ReadLetter[]> {
  const before = new Set(await namesIn(t));
  const { languages } = t;
  const mail = mailWork(t.config, site, { languages, invite: invitations(t), holds: newsThatHolds(t) });
  const work = { ...mail, ...resetWork(t) };
  await openJobs(t.db, work, { debug() {}, info() {}, warn() {}, error() {} }).runDue();
  const names = (await namesIn(t)).filter((name) => !before.has(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(letterFolder(t.config), name);
      return { bytes: await readFile(path), at: (await stat(path, { bigint: true })).mtimeNs };
    }),
  );
  return await Promise.all(files.toSorted((a, b) => Number(a.at - b.at)).map(({ bytes }) => read(bytes)));
}

async function namesIn({ config }: TestApp) {
  return await readdir(letterFolder(config)).catch(() => []);
}
