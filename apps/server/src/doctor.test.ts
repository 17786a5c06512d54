import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/servers/app.ts';
import { databaseUrl } from '../test/servers/owner.ts';

// The command itself, as an operator runs it.

let t: TestApp;
let url: string;
beforeAll(async () => {
  t = await testApp();
  url = await databaseUrl(t.db);
});
afterAll(() => t.close());

function doctor(settings: Record<string, string>, ...args: string[]) {
  const command = new URL('doctor.ts', import.meta.url).pathname;
  const env = { PATH: process.env.PATH, DATA_DIR: t.config.dataDir, ...settings };
  const { status, stdout } = spawnSync(process.execPath, [command, ...args], { env, encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

test('settings that no server would start with are the first fault', () => {
  expect(doctor({ DATABASE_URL: url })).toEqual({
    status: 1,
    lines: [
      expect.stringMatching(/^FAULT {5}settings {8}PUBLIC_URL must be set when MODE is production/),
      '                          → Correct it where the settings are, see docs/operations/settings.md.',
      '0 in order, 0 warnings, 1 faults',
    ],
  });
});

test('an installation without a database says how to get one', () => {
  expect(doctor({ DATA_DIR: `${t.config.dataDir}-none` }).lines[0]).toBe(
    'FAULT     database        There is no database yet. Run npm start first.',
  );
});

test('every subject has a line, and a program reads them as JSON', () => {
  const { status, lines } = doctor({ DATABASE_URL: url, MODE: 'demo', SECRET: t.config.secret, PORT: '1' }, '--json');
  const findings = JSON.parse(lines.join('')) as { subject: string; level: string }[];
  expect(status).toBe(1);
  expect(findings).toContainEqual(expect.objectContaining({ subject: 'site', level: 'fault' }));
  expect(findings).toContainEqual(expect.objectContaining({ subject: 'database', level: 'ok' }));
  expect(new Set(findings.map(({ subject }) => subject)).size).toBe(19);
});
