import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './core/config.ts';

/** Says that the product is ready, and where; in a demo also who may sign in. */
export function tellReady(config: Config, address: string) {
  process.stdout.write(`Carecommons is ready at ${config.publicUrl ?? address}\n`);
  const path = demoLogins(config);
  if (config.mode === 'demo' && existsSync(path)) {
    process.stdout.write(`Demo logins (role, username, password):\n${readFileSync(path, 'utf8')}`);
  }
  process.send?.({ ready: address });
}

const demoLogins = ({ dataDir }: Config) => join(dataDir, 'demo-logins.txt');

/** The demo's passwords are made once; they stand in the data folder, and are told at every start. */
export function keepDemoLogins(config: Config, made: { role: string; username: string; password: string }[]) {
  const lines = made.map(({ role, username, password }) => `  ${role.padEnd(20)} ${username.padEnd(20)} ${password}`);
  mkdirSync(config.dataDir, { recursive: true });
  writeFileSync(demoLogins(config), `${lines.join('\n')}\n`, { mode: 0o600 });
}
