import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Db, RowOf } from '../db/db.ts';
import {
  secretFingerprint,
  sealWith,
  textOf,
  unsealWith,
  versionInUse,
  versionsOf,
  type SecretVersion,
} from '../crypto/crypto.ts';
import { StartError } from '../errors/errors.ts';

type Known = RowOf<'secret_versions', 'version' | 'fingerprint' | 'in_use'>;

const purpose = 'installation key';

async function knownVersions(db: Db) {
  const { rows } = await sql<Known>`
    select version, fingerprint, in_use from secret_versions order by version`.execute(db);
  return rows;
}

/** Throws a StartError where what is at hand is not what this installation was made with, or lacks what is in use. */
function refuseOthers(known: readonly Known[], given: readonly SecretVersion[], dataDir: string) {
  const where = `Put the right one into SECRET, or its copy into ${dataDir}/secret, and start again.`;
  for (const { version, secret } of given) {
    const one = known.find((row) => row.version === version);
    if (one === undefined || one.fingerprint.equals(secretFingerprint(secret))) continue;
    throw new StartError(
      `This database belongs to another SECRET: version ${version} is not the one with which its passwords and tokens were made. ${where}`,
    );
  }
  const inUse = known.find(({ in_use }) => in_use)?.version;
  if (inUse !== undefined && !given.some(({ version }) => version === inUse)) {
    throw new StartError(`SECRET lacks version ${inUse}, which is in use. ${where}`);
  }
}

/**
 * Holds the secrets at hand against those that the database knows, and completes `config.secret`: the one in use comes first, and the
 * installation key stands with them. A server makes new versions known, and the installation key once; a command makes nothing.
 * Throws a StartError where the secret is missing or another one.
 */
export async function openSecrets(db: Db, config: Config, { command = false } = {}): Promise<void> {
  if (config.secret === '') {
    throw new StartError(
      `There is no secret: SECRET is not set, and none is kept in ${config.dataDir}. A command makes none; give it what the server has.`,
    );
  }
  const given = versionsOf(config.secret).toSorted((one, other) => one.version - other.version);
  // A command that comes with a new version may run before the first server of that version.
  if (command && !(await isMigrated(db))) return;
  let known = await knownVersions(db);
  refuseOthers(known, given, config.dataDir);
  if (!command) {
    await makeKnown(db, given);
    known = await knownVersions(db);
    // Another server that started at the same time may have been first, with another secret.
    refuseOthers(known, given, config.dataDir);
  }
  const inUse = known.find(({ in_use }) => in_use)?.version;
  const first = given.find(({ version }) => version === inUse) ?? given[0];
  const ordered = [...given.filter((one) => one === first), ...given.filter((one) => one !== first).toReversed()];
  const plain = textOf(ordered);
  config.secret = plain;
  const key = await installationKey(db, plain, command);
  config.secret = textOf(ordered, key);
}

async function isMigrated(db: Db) {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('secret_versions') is not null as there`.execute(db);
  return rows[0]?.there === true;
}

/** The first of an installation is in use from the beginning, and others once the operator says so. */
async function makeKnown(db: Db, given: readonly SecretVersion[]) {
  for (const [index, { version, secret }] of given.entries()) {
    await sql`insert into secret_versions (version, fingerprint, in_use)
      select ${version}, ${secretFingerprint(secret)}, ${index === 0} and not exists (select from secret_versions)
      on conflict do nothing`.execute(db);
  }
}

/** The installation key; undefined for a command that comes before the first server. One that was there before has the first secret. */
async function installationKey(db: Db, secret: string, command: boolean): Promise<string | undefined> {
  const read = async () => {
    const { rows } = await sql<RowOf<'installation_key', 'sealed'>>`select sealed from installation_key`.execute(db);
    return rows[0]?.sealed;
  };
  let sealed = await read();
  if (sealed === undefined && command) return undefined;
  if (sealed === undefined) {
    const { rows } = await sql<{ used: boolean }>`select exists (select from users) as used`.execute(db);
    const oldest = versionsOf(secret).toSorted((one, other) => one.version - other.version)[0] as SecretVersion;
    const key = rows[0]?.used === true ? oldest.secret : randomBytes(32).toString('base64');
    await sql`insert into installation_key (sealed) values (${sealWith(secret, purpose, purpose, Buffer.from(key))})
      on conflict do nothing`.execute(db);
    sealed = (await read()) as Buffer;
  }
  try {
    return unsealWith(secret, purpose, purpose, sealed).content.toString('utf8');
  } catch {
    throw new StartError(
      'The installation key in the database does not open: a version of SECRET is missing that made it.',
    );
  }
}

/** Encrypts the installation key by the version in use, where it was by another. */
export async function resealInstallationKey(db: Db, secret: string): Promise<void> {
  const { rows } = await sql<RowOf<'installation_key', 'sealed'>>`select sealed from installation_key`.execute(db);
  const sealed = rows[0]?.sealed;
  if (sealed === undefined) return;
  const { version, content } = unsealWith(secret, purpose, purpose, sealed);
  if (version === versionInUse(secret)) return;
  await sql`update installation_key set sealed = ${sealWith(secret, purpose, purpose, content)}
    where sealed = ${sealed}`.execute(db);
}

/** Makes a version known that no server was started with yet. */
export async function addSecretVersion(db: Db, { version, secret }: SecretVersion) {
  await db
    .insertInto('secret_versions')
    .values({ version, fingerprint: secretFingerprint(secret) })
    .execute();
}

/** Has each server use a version from its next start on. Throws a StartError where no server knows it. */
export async function takeIntoUse(db: Db, version: number) {
  await db.transaction().execute(async (tx) => {
    await sql`update secret_versions set in_use = false where in_use`.execute(tx);
    const { numAffectedRows } = await sql`
      update secret_versions set in_use = true where version = ${version}`.execute(tx);
    if (numAffectedRows === 0n)
      throw new StartError(`No server knows version ${version} of SECRET yet. Start every server with it first.`);
  });
}

/** All versions that this installation has known, and which is in use. */
export async function listSecretVersions(db: Db) {
  return await db.selectFrom('secret_versions').select(['version', 'in_use']).orderBy('version').execute();
}

/** Writes down from when on the version in use was used, once. */
export async function noteUse(db: Db, now: Date) {
  await sql`update secret_versions set used_since = ${now} where in_use and used_since is null`.execute(db);
}

/** Since when the version in use has been used; null until a server does. */
export const usedSince = sql<Date | null>`(select used_since from secret_versions where in_use)`;
