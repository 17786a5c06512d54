import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readConfig } from './platform/config/config.ts';
import { mailPage } from './platform/mail/mail.ts';
import { keepDemoLogins, tellReady } from './ready.ts';

const folder = mkdtempSync(join(tmpdir(), 'carecommons-ready-'));

/** What a start in a demo with a login says. */
function saidWith(settings: Record<string, string>) {
  const config = readConfig({ DATA_DIR: folder, ...settings });
  keepDemoLogins(config, [{ role: 'administrator', username: 'admin', password: 'opens everything' }]);
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  tellReady(config, 'http://127.0.0.1:3000');
  spy.mockRestore();
  return { said: written.join(''), mail: mailPage(config) };
}

test('a demo on this machine prints where its letters are, and who may sign in', ({ onTestFinished }) => {
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { said, mail } = saidWith({});
  expect(said).toContain(`Emails of this demo are at http://127.0.0.1:3000${mail}\n`);
  expect(said).toContain('opens everything');
});

test('a demo that is public prints nothing that opens an account', () => {
  const { said, mail } = saidWith({ PUBLIC_URL: 'https://demo.example' });
  expect(said).toContain('Carecommons is ready at https://demo.example, listening at http://127.0.0.1:3000\n');
  expect(said).toContain(join(folder, 'demo-logins.txt'));
  expect(said).not.toContain(mail);
  expect(said).not.toContain('opens everything');
});
