import { existsSync, readdirSync } from 'node:fs';
import { connect } from './platform/db/db.ts';
import { auditFolder, type Verified, verifyAudit } from './platform/audit/audit.ts';
import { readConfig } from './platform/config/config.ts';
import { openLog } from './platform/log/log.ts';
import { openForOperator, refuseOtherSecret, runCommand } from './platform/commands/commands.ts';
import { StartError } from './platform/errors/errors.ts';

/** `npm run audit:verify [folder]`: whether the audit is as it was written; with a folder, by a copy of the audit's own. */
async function main([given, ...more]: readonly string[]) {
  if (more.length > 0) throw new StartError('Usage: npm run audit:verify [-- a copy of the folder DATA_DIR/audit]');
  const config = readConfig(undefined, { command: true });
  const folder = given ?? auditFolder(config.dataDir);
  if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.pem'))) {
    throw new StartError(`There is no public key in ${folder}. Set DATA_DIR, or name a copy of its folder "audit".`);
  }
  const log = openLog('warn');
  const database = await openForOperator(config, log);
  // It needs none: it may run where no secret is.
  if (config.secret !== '') await refuseOtherSecret(database.app, config, log);
  const db = connect(database.app, { prepare: false, connections: 1, queryMs: 0 }, log);
  try {
    const onProgress = process.stderr.isTTY ? tellProgress : undefined;
    const verified = await verifyAudit(db, { folder, now: new Date(), onProgress });
    if (verified.wrong !== undefined) process.exitCode = 1;
    return wordsOf(verified);
  } finally {
    await db.destroy();
    await database.stop();
  }
}

const tellProgress = (rows: number) => process.stderr.write(`\r${number(rows)} rows…\u001B[K\r`);

const number = (count: number) => count.toLocaleString('en');

function wordsOf({ rows, dropped, waiting, checkpoints, inFile, wrong }: Verified) {
  const lines = [
    `${number(rows)} rows of the audit are as they were sealed, one after the other.`,
    `${number(checkpoints)} signed checkpoints in the table and ${number(inFile)} in the file agree with them.`,
  ];
  if (dropped > 0) lines.push(`${number(dropped)} rows are older than six years and were dropped.`);
  if (waiting > 0) lines.push(`${number(waiting)} rows were written just now and wait for their seal.`);
  if (wrong === undefined) return [...lines, 'Nothing was changed, left out, added or put elsewhere.'].join('\n');
  const { kind, seq, row, finding } = wrong;
  const position = [seq && `seal ${seq}`, row && `row ${row}`].filter(Boolean).join(', ');
  return [...lines, `WRONG: ${kind} at ${position}. ${finding}`].join('\n');
}

await runCommand(() => main(process.argv.slice(2)));
