import { connect } from './core/db.ts';
import { systemClock } from './core/clock.ts';
import { type Config, readConfig } from './core/config.ts';
import { openLog } from './core/log.ts';
import { toProblem } from './core/problem.ts';
import { StartError } from './core/start-error.ts';
import { administer } from './modules/accounts/administer.ts';

/** The command line of the operator: `npm run admin -- create|grant|revoke|disable|enable …`, also while the server runs. */
async function main(words: readonly string[]) {
  const config = readConfig();
  const db = connect(connectionOf(config), { prepare: false, connections: 1 }, openLog(config.logLevel));
  try {
    return await administer({ db, secret: config.secret, clock: systemClock }, words);
  } finally {
    await db.destroy();
  }
}

function connectionOf({ databaseUrl }: Config) {
  if (databaseUrl === undefined) throw new StartError('DATABASE_URL must be set.');
  return { connectionString: databaseUrl };
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  const away = toProblem(error).code === 'busy';
  if (!away && !(error instanceof StartError)) throw error;
  process.stderr.write(`${away ? 'The database does not answer.' : (error as StartError).message}\n`);
  process.exitCode = 1;
}
