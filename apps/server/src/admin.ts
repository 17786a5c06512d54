import pg from 'pg';
import { connect, listed, migrate } from './platform/db/db.ts';
import { systemClock } from './platform/time/time.ts';
import { readConfig } from './platform/config/config.ts';
import { openSecrets } from './platform/auth/auth.ts';
import { type Logger, openLog } from './platform/log/log.ts';
import { openForOperator, runCommand } from './platform/commands/commands.ts';
import { administer } from './modules/admin/command-line.ts';

/** The command line of the operator: `npm run admin -- create|password-link|grant|revoke|disable|enable|reset-second-factor|find-kept|open-kept|rotate-keys|rotate-secret|secrets|migrate …`, also while the server runs. */
async function main(words: readonly string[]) {
  const config = readConfig(undefined, { command: true });
  const log = openLog('warn');
  const database = await openForOperator(config, log);
  if (words.length === 1 && words[0] === 'migrate') {
    return await migrateAlone(database, log).finally(() => database.stop());
  }
  const db = connect(database.app, { prepare: false, connections: 1 }, log);
  const owner = connect(database.owner, { prepare: false, connections: 1 }, log);
  try {
    const printLine = (line: string) => void process.stderr.write(`${line}\n`);
    await openSecrets(db, config, { command: true });
    return await administer({ db, owner, config, clock: systemClock, printLine }, words);
  } finally {
    await db.destroy();
    await owner.destroy();
    await database.stop();
  }
}

/** Brings the tables to the newest migration, so that no server needs their owner's password. It needs no secret. */
async function migrateAlone({ owner, app }: Awaited<ReturnType<typeof openForOperator>>, log: Logger) {
  await migrate(owner, new pg.Client(listed(app)[0]).user ?? 'postgres', log);
  return 'The database is at the newest migration.';
}

await runCommand(() => main(process.argv.slice(2)));
