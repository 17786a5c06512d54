import { connect } from './core/db.ts';
import { systemClock } from './core/clock.ts';
import { readConfig } from './core/config.ts';
import { openSecrets } from './core/secret-versions.ts';
import { openLog } from './core/log.ts';
import { openForOperator, runCommand } from './core/operator.ts';
import { administer } from './modules/admin/command-line.ts';

/** The command line of the operator: `npm run admin -- create|password-link|grant|revoke|disable|enable|reset-second-factor|find-kept|open-kept|rotate-keys|rotate-secret|secrets …`, also while the server runs. */
async function main(words: readonly string[]) {
  const config = readConfig(undefined, { command: true });
  const log = openLog('warn');
  const database = await openForOperator(config, log);
  const db = connect(database.app, { prepare: false, connections: 1 }, log);
  const owner = connect(database.owner, { prepare: false, connections: 1 }, log);
  try {
    const tell = (line: string) => void process.stderr.write(`${line}\n`);
    await openSecrets(db, config, { command: true });
    return await administer({ db, owner, config, clock: systemClock, tell }, words);
  } finally {
    await db.destroy();
    await owner.destroy();
    await database.stop();
  }
}

await runCommand(() => main(process.argv.slice(2)));
