import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/time/time.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { addKeptSecret, versionInUse, versionsOf } from '../../platform/crypto/crypto.ts';
import { usesOf } from '../accounts/accounts.ts';
import { addSecretVersion, listSecretVersions, takeIntoUse } from '../../platform/auth/auth.ts';
import { passcodesOf } from '../records/records.ts';

interface Dependencies {
  db: Db;
  config: Pick<Config, 'secret' | 'isSecretKept' | 'dataDir' | 'databaseUrl' | 'workers'>;
  clock: Clock;
}

/**
 * Makes the next step of replacing SECRET, and returns a sentence that says what to do next. Every server has to know the new version
 * before any server uses it, so that none receives data that it cannot decrypt. A single server is started with both at once.
 */
export async function rotateSecret({ db, config }: Dependencies): Promise<string> {
  const { secret, isSecretKept, dataDir, databaseUrl, workers } = config;
  const newest = Math.max(...versionsOf(secret).map(({ version }) => version));
  if (newest > versionInUse(secret)) {
    await takeIntoUse(db, newest);
    return `Version ${newest} of SECRET is used by each server from its next start on. Start them again, one after the other: nobody is signed out.`;
  }
  const next = newest + 1;
  if (!isSecretKept) {
    return [
      `Add ${next}:${randomBytes(32).toString('base64')} to SECRET, behind a blank${newest === 1 ? ', and 1: before what is there unless it is' : ''}.`,
      'Start every server with it, one after the other, then run this once more with the same SECRET.',
    ].join('\n');
  }
  const added = versionsOf(addKeptSecret(dataDir)).find(({ version }) => version === next);
  if (databaseUrl !== undefined || workers > 1) {
    return `Version ${next} of the secret was added in ${dataDir}/secret. Back it up, start every server again, then run this once more.`;
  }
  await addSecretVersion(db, { version: next, secret: added?.secret ?? '' });
  await takeIntoUse(db, next);
  return `Version ${next} of the secret was added in ${dataDir}/secret. Back it up, and start the server again, which uses it then: nobody is signed out.`;
}

/** Every version of SECRET of this installation, and what would be lost without it. */
export async function listSecrets({ db, config, clock }: Dependencies): Promise<string> {
  const rows = await listSecretVersions(db);
  const known = new Set(versionsOf(config.secret).map(({ version }) => version));
  const lines = await Promise.all(
    rows.map(async ({ version, in_use }) => {
      const name = `Version ${version}${known.has(version) ? '' : ' (not at hand)'}`;
      if (in_use) return `${name} is in use.`;
      if (version > versionInUse(config.secret))
        return `${name} is not used yet: run rotate-secret once every server knows it.`;
      const now = clock.now();
      const counts = await usesOf(db, { secret: config.secret, version, passcodes: passcodesOf(version, now) }, now);
      const uses = Object.entries(counts).filter(([, count]) => count > 0);
      if (uses.length === 0) return `${name} is not used anywhere any more: take it out, and throw it away.`;
      return `${name} is still needed by ${uses.map(([what, count]) => `${count} ${what}`).join(', ')}.`;
    }),
  );
  return lines.join('\n');
}
