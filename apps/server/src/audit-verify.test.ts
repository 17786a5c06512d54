import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/servers/app.ts';
import { databaseUrl, pastTriggers } from '../test/servers/owner.ts';
import { audit } from './platform/audit/audit.ts';
import { openSealer } from './platform/audit/seal.ts';

// The command itself, as an operator runs it.

let t: TestApp;
let url: string;
beforeAll(async () => {
  t = await testApp();
  url = await databaseUrl(t.db);
});
afterAll(() => t.close());

function verify(...args: string[]) {
  const command = new URL('audit-verify.ts', import.meta.url).pathname;
  const env = { PATH: process.env.PATH, DATA_DIR: t.config.dataDir, DATABASE_URL: url };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { env, encoding: 'utf8' });
  return { status, lines: (stdout + stderr).trim().split('\n') };
}

test('it says what it looked at and found, and ends with 1 where something is wrong', async () => {
  expect(verify()).toEqual({
    status: 1,
    lines: [expect.stringMatching(/^There is no public key in .+\/audit\. Set DATA_DIR, or name a copy of its folder/)],
  });
  for (let n = 0; n < 3; n++) {
    await audit(t.db, { at: t.clock.now(), actor: undefined, action: 'denied', outcome: 'refused' });
  }
  await openSealer(t.services)();
  expect(verify()).toEqual({
    status: 0,
    lines: [
      '3 rows of the audit are as they were sealed, one after the other.',
      '1 signed checkpoints in the table and 1 in the file agree with them.',
      'Nothing was changed, left out, added or put elsewhere.',
    ],
  });
  await pastTriggers(t.db, "update audit set reason = 'x' where id = 2");
  expect(verify(join(t.config.dataDir, 'audit'))).toEqual({
    status: 1,
    lines: [
      '2 rows of the audit are as they were sealed, one after the other.',
      '1 signed checkpoints in the table and 1 in the file agree with them.',
      'WRONG: edit at seal 2, row 2. The row was changed.',
    ],
  });
});
