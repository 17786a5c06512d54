import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from './platform/config/config.ts';
import { moveFiles, openFolder, openIncoming, openS3 } from './platform/files/files.ts';
import { openLog } from './platform/log/log.ts';
import { runCommand } from './platform/commands/commands.ts';
import { StartError, toProblem } from './platform/errors/errors.ts';
import { openProgress } from './platform/process/process.ts';

const usage = `Usage:
npm run files -- to-store    copies all files from the data folder into the S3 store, and compares each
npm run files -- to-folder   the same the other way
With --remove each is removed from where it came once the copy was found to be the same.`;

const directions = {
  'to-store': ['the data folder', 'the S3 store'],
  'to-folder': ['the S3 store', 'the data folder'],
};
const switching = {
  'to-store': 'start each server with the S3 settings',
  'to-folder': 'start each server without the S3 settings',
};

/** `npm run files -- to-store | to-folder [--remove]`: moves the files of people between the data folder and an S3 store. */
async function main(words: string[]) {
  const [verb, remove] = read(words);
  const config = readConfig(undefined, { command: true });
  const { s3, dataDir } = config;
  if (s3 === undefined)
    throw new StartError('S3_ENDPOINT must be set, and what belongs to it: between that and DATA_DIR files are moved.');
  // What another user writes there, the server could not read.
  if (process.getuid !== undefined && statSync(dataDir, { throwIfNoEntry: false })?.uid !== process.getuid()) {
    throw new StartError(`Please run this as the user who owns the data folder: ${dataDir}.`);
  }
  const [folder, store] = [openFolder(dataDir), openS3(s3, openLog('warn'))];
  const [from, to] = verb === 'to-store' ? [folder, store] : [store, folder];
  const progress = openProgress(process.stderr);
  const moved = await moveFiles({ from, to, incoming: openIncoming(dataDir), remove, progress })
    .catch((error: unknown) => {
      if (error instanceof StartError || toProblem(error).code !== 'busy') throw error;
      throw new StartError('The S3 store does not answer. Run this again: it goes on where it stopped.');
    })
    .finally(() => progress.end());
  const [source, target] = directions[verb];
  const all = number(moved.copied + moved.there);
  return [
    `${all} files (${size(moved.bytes)}) are in ${target}, each compared by its SHA-256; ${number(moved.there)} of them were there before.`,
    remove
      ? `They were removed from ${source}.`
      : `Nothing was removed from ${source}. To switch over, ${switching[verb]}, then run this once more, with --remove if you like.`,
  ].join('\n');
}

function read(words: string[]): [keyof typeof directions, boolean] {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { remove: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [verb = ''] = positionals;
    if (positionals.length === 1 && (verb === 'to-store' || verb === 'to-folder')) return [verb, values.remove];
  } catch {
    // Said below.
  }
  throw new StartError(usage);
}

const number = (count: number) => count.toLocaleString('en');
const size = (bytes: number) => `${number(Math.round(bytes / 1e5) / 10)} MB`;

await runCommand(() => main(process.argv.slice(2)));
