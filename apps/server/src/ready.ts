import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, isLocalDemo } from './platform/config/config.ts';
import { mailFolder, mailPage } from './platform/mail/mail.ts';

/** Says that the product is ready, and where; in a demo on this machine also who may sign in, and where its emails are. */
export function tellReady(config: Config, address: string) {
  const site = config.publicUrl ?? address;
  process.stdout.write(`Carecommons is ready at ${site}${site === address ? '' : `, listening at ${address}`}\n`);
  const path = demoLogins(config);
  if (isLocalDemo(config)) {
    process.stdout.write(`Emails of this demo are at ${address}${mailPage(config)}\n`);
    if (existsSync(path))
      process.stdout.write(`Demo logins (role, username, password):\n${readFileSync(path, 'utf8')}`);
  } else if (config.mode === 'demo') {
    process.stdout.write(`This demo is public: its logins are in ${path}, and its emails in ${mailFolder(config)}.\n`);
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
