import { parseArgs } from 'node:util';
import { examine, type Finding } from './modules/doctor/doctor.ts';
import { openForOperator } from './platform/commands/commands.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { connect } from './platform/db/db.ts';
import { StartError } from './platform/errors/errors.ts';
import type { Logger } from './platform/log/log.ts';
import { systemClock } from './platform/time/time.ts';

// What is examined says itself what is wrong.
const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * `npm run doctor [-- --json]`: examines an installation by the settings of its server, also while that runs, and prints a line for
 * each finding with what to do about it. Ends with code 1 where there is a fault.
 */
async function main(): Promise<Finding[]> {
  let config: Config;
  try {
    // What would keep a server from starting is a fault.
    config = readConfig(undefined, { command: true, judged: true });
  } catch (error) {
    return [asFault('settings', error, 'Correct it where the settings are, see docs/operations/settings.md.')];
  }
  let database: Awaited<ReturnType<typeof openForOperator>>;
  try {
    database = await openForOperator(config, quiet);
  } catch (error) {
    return [asFault('database', error, 'See docs/operations/troubleshooting.md.')];
  }
  const db = connect(database.app, { prepare: false, connections: 4 }, quiet);
  try {
    return await examine({ config, db, clock: systemClock, log: quiet });
  } finally {
    await db.destroy();
    await database.stop();
  }
}

function asFault(subject: 'settings' | 'database', error: unknown, advice: string): Finding {
  if (!(error instanceof StartError)) throw error;
  return { subject, level: 'fault', message: error.message, advice };
}

const marks = { ok: 'ok      ', 'not used': '-       ', warning: 'WARNING ', fault: 'FAULT   ' };

function lineOf(finding: Finding) {
  const line = `${marks[finding.level]}  ${finding.subject.padEnd(14)}  ${finding.message}`;
  return 'advice' in finding ? `${line}\n${' '.repeat(26)}→ ${finding.advice}` : line;
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const findings = await main();
const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
const total = `${count('ok')} in order, ${count('warning')} warnings, ${count('fault')} faults`;
process.stdout.write(values.json ? `${JSON.stringify(findings)}\n` : `${findings.map(lineOf).join('\n')}\n${total}\n`);
process.exit(count('fault') > 0 ? 1 : 0);
