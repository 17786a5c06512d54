import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Addresses, addressesOf, connect } from '../db/db.ts';
import { borrowEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import type { Logger } from '../log/log.ts';
import { StartError, toProblem } from '../errors/errors.ts';
import { openSecrets } from '../auth/auth.ts';

/** The database for a command of the operator's, as the application's role and as its owner; also while the server runs. */
export async function openForOperator(config: Config, log: Logger) {
  const { databaseUrl, databaseMigrationUrl, databaseDirectUrl, dataDir } = config;
  if (databaseUrl !== undefined) {
    const owner = addressesOf(databaseMigrationUrl ?? databaseDirectUrl ?? databaseUrl);
    return { app: addressesOf(databaseDirectUrl ?? databaseUrl), owner, stop: async () => {} };
  }
  if (!existsSync(join(dataDir, 'postgres.log')))
    throw new StartError('There is no database yet. Run npm start first.');
  return await borrowEmbeddedPostgres({ dataDir, log });
}

/** Throws a StartError where the secret at hand is not the one of this database; see `openSecrets`. */
export async function refuseOtherSecret(app: Addresses, config: Config, log: Logger) {
  const db = connect(app, { prepare: false, connections: 1 }, log);
  await openSecrets(db, config, { command: true }).finally(() => db.destroy());
}

/** Runs a command of the operator's and prints what it says; what went wrong is said in a sentence, with exit code 1. */
export async function runCommand(work: () => Promise<string>) {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    const away = toProblem(error).code === 'busy';
    if (!away && !(error instanceof StartError)) throw error;
    process.stderr.write(`${away ? 'The database does not answer.' : (error as StartError).message}\n`);
    process.exitCode = 1;
  }
}
