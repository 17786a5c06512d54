import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepNewest, nameAt, takeBackup } from './platform/backup/backup.ts';
import { openForOperator, refuseOtherSecret, runCommand } from './platform/commands/commands.ts';
import { readConfig } from './platform/config/config.ts';
import { openLog } from './platform/log/log.ts';
import { openStore } from './platform/files/files.ts';
import { openProgress } from './platform/process/process.ts';
import { StartError } from './platform/errors/errors.ts';

const usage = 'Usage: npm run backup [-- a file or a folder] [--keep how many] [--snapshot one that was exported]';

/** `npm run backup [file or folder]`: everything of an installation in one archive, also while the server runs. */
async function main(words: string[]) {
  const config = readConfig(undefined, { command: true });
  const { target, keep, snapshot } = asked(words, `${config.backupDir}/`);
  const log = openLog('warn');
  const key = config.backupKey;
  const path = fileAt(target, key !== undefined);
  const database = await openForOperator(config, log);
  await refuseOtherSecret(database.app, config, log);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const began = performance.now();
  try {
    const { rows, count, bytes, gone, missing } = await takeBackup({
      owner: database.owner,
      config,
      store: openStore(config, log),
      path,
      key,
      snapshot,
      progress: openProgress(process.stderr),
      signal: stopping.signal,
    });
    const lines = [
      `${number(rows)} rows and ${number(count)} files (${megabytes(bytes)} MB) are in ${path}, ${megabytes(statSync(path).size)} MB, read back and found whole, in ${seconds(began)} s.`,
    ];
    if (gone.length > 0) lines.push(`${number(gone.length)} files were erased meanwhile, and are rightly not in it.`);
    if (key === undefined) lines.push('It is not encrypted: set BACKUP_KEY, or keep it where nobody else reads it.');
    if (keep !== undefined) {
      const removed = keepNewest(path, keep);
      if (removed > 0) lines.push(`${number(removed)} older archives were removed.`);
    }
    if (missing.length > 0) {
      process.exitCode = 2;
      lines.push(
        `WRONG: ${number(missing.length)} files that rows name are not in the store, such as ${missing[0]}. Put them back from an older archive.`,
      );
    }
    return lines.join('\n');
  } finally {
    await database.stop();
  }
}

function asked(words: string[], folder: string) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { keep: { type: 'string' }, snapshot: { type: 'string' } },
    });
    if (positionals.length > 1 || (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))) throw new Error();
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    return { target: positionals[0] ?? folder, keep, snapshot: values.snapshot };
  } catch {
    throw new StartError(usage);
  }
}

/** A file, or in a folder one that is named by the moment. */
function fileAt(target: string, encrypted: boolean) {
  const path = resolve(target);
  if (!target.endsWith('/') && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) {
      throw new StartError(`${path} is there already. Nothing is written over: name another file, or a folder.`);
    }
    return path;
  }
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(`The folder ${path} cannot be made.`, { cause });
  }
  return join(path, nameAt(new Date(), encrypted));
}

const number = (count: number) => count.toLocaleString('en');
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);

await runCommand(() => main(process.argv.slice(2)));
