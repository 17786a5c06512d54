import { parseArgs } from 'node:util';
import pg from 'pg';
import { lookAtArchive, putBack } from './platform/backup/backup.ts';
import { runCommand } from './platform/commands/commands.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { addressesOf } from './platform/db/db.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { type Logger, openLog } from './platform/log/log.ts';
import { openStore } from './platform/files/files.ts';
import { openProgress } from './platform/process/process.ts';
import { StartError } from './platform/errors/errors.ts';

const usage = 'Usage: npm run restore -- an archive [--plain] [--without-keys]';
const tombstones = {
  none: 'It has no list of erased accounts: nobody erased theirs.',
  taken: 'Its list of erased accounts was taken over.',
  kept: 'The list of erased accounts that is here was kept.',
};

/** `npm run restore -- file`: puts an archive into an empty installation. */
async function main(words: string[]) {
  const { path, plain, withoutKeys } = asked(words);
  const config = readConfig(undefined, { command: true });
  const log = openLog('warn');
  const began = performance.now();
  const progress = openProgress(process.stderr);
  const archive = await lookAtArchive(
    { path, key: plain ? undefined : config.backupKey, progress },
    config,
    withoutKeys,
  );
  const database = await openEmpty(config, log);
  try {
    const store = openStore(config, log);
    const done = await putBack(archive, { owner: database.owner, appRole: database.appRole, config, store });
    return [
      `${done.rows.toLocaleString('en')} rows and ${done.files.toLocaleString('en')} files of ${archive.about.made_at} were put back in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
      tombstones[done.tombstones],
      'Start the server, which erases again whom the list names before it serves anybody; then run npm run audit:verify.',
    ].join('\n');
  } finally {
    await database.stop();
  }
}

function asked(words: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { plain: { type: 'boolean', default: false }, 'without-keys': { type: 'boolean', default: false } },
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) throw new Error();
    return { path, plain: values.plain, withoutKeys: values['without-keys'] };
  } catch {
    throw new StartError(usage);
  }
}

/** The database into which it goes; the embedded one is not lent by a server that runs. */
async function openEmpty(config: Config, log: Logger) {
  if (config.databaseUrl === undefined) {
    const { owner, app, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    return { owner, appRole: app.user as string, stop };
  }
  const owner = addressesOf(config.databaseMigrationUrl ?? config.databaseDirectUrl ?? config.databaseUrl);
  return { owner, appRole: new pg.Client(addressesOf(config.databaseUrl)[0]).user ?? 'postgres', stop: async () => {} };
}

await runCommand(() => main(process.argv.slice(2)));
