import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from './core/db.ts';
import { borrowEmbeddedPostgres } from './core/embedded-postgres.ts';
import { systemClock } from './core/clock.ts';
import { type Config, readConfig } from './core/config.ts';
import { type Logger, openLog } from './core/log.ts';
import { toProblem } from './core/problem.ts';
import { StartError } from './core/start-error.ts';
import { administer } from './modules/admin/command-line.ts';

/** The command line of the operator: `npm run admin -- create|grant|revoke|disable|enable|reset-second-factor|rotate-keys …`, also while the server runs. */
async function main(words: readonly string[]) {
  const config = readConfig();
  const log = openLog('warn');
  const database = await open(config, log);
  const db = connect(database.app, { prepare: false, connections: 1 }, log);
  try {
    const tell = (line: string) => void process.stderr.write(`${line}\n`);
    return await administer({ db, config, clock: systemClock, tell }, words);
  } finally {
    await db.destroy();
    await database.stop();
  }
}

async function open({ databaseUrl, dataDir }: Config, log: Logger) {
  if (databaseUrl !== undefined) return { app: { connectionString: databaseUrl }, stop: async () => {} };
  if (!existsSync(join(dataDir, 'postgres.log')))
    throw new StartError('There is no database yet. Run npm start first.');
  return await borrowEmbeddedPostgres({ dataDir, log });
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  const away = toProblem(error).code === 'busy';
  if (!away && !(error instanceof StartError)) throw error;
  process.stderr.write(`${away ? 'The database does not answer.' : (error as StartError).message}\n`);
  process.exitCode = 1;
}
