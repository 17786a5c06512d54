import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { Logger } from '../log/log.ts';
import { isKnown, type MasterKey, type MasterKeyFault, masterKeyFaults, type MasterKeys } from '../crypto/crypto.ts';
import { UnreadableFile } from '../errors/errors.ts';

/** A stored file with its key, as the database has them: its random name, and the person whom it is about. */
export interface Stored {
  file: string;
  owner: number;
  /** Wrapped by a master key of a version. Absent where it was destroyed, and where the file is older than keys are. */
  key: (Pick<MasterKey, 'version' | 'fingerprint'> & { wrapped: Buffer }) | undefined;
}

/** A file that is on the disk, and whose key is to be written down with its row. */
export interface StoredWithKey extends Stored {
  key: NonNullable<Stored['key']>;
}

/**
 * Writes down the key of a file that was kept, in the transaction that writes the row which names the file. Throws
 * `key_missing` where the master key that wrapped it is another than the one that is known by its version.
 */
export async function addFileKey(tx: Tx | Db, { file, owner, key }: StoredWithKey) {
  const added = () =>
    inserted(
      tx,
      sql`
        insert into file_keys (file, owner_id, key_version, wrapped)
        select ${file}, ${owner}::integer, version, ${key.wrapped}::bytea from master_keys
        where version = ${key.version} and fingerprint = ${key.fingerprint}`,
    );
  if (await added()) return;
  await rememberMasterKey(tx, key);
  if (!(await added())) throw lacking(key.version, 'another');
}

async function inserted(tx: Tx | Db, statement: RawBuilder<unknown>) {
  const { numAffectedRows } = await statement.execute(tx);
  return numAffectedRows === 1n;
}

/** Remembers a master key by its version, where that is not known yet. */
export async function rememberMasterKey(
  tx: Tx | Db,
  { version, fingerprint }: Pick<MasterKey, 'version' | 'fingerprint'>,
) {
  await sql`
    insert into master_keys (version, fingerprint) values (${version}, ${fingerprint})
    on conflict do nothing`.execute(tx);
}

/** A file with its key as it was written down; without one where that was destroyed, or the file is not encrypted. */
export async function storedFile(tx: Tx | Db, file: string, owner: number): Promise<Stored> {
  const { rows } = await sql<NonNullable<Stored['key']>>`
    select k.key_version as version, m.fingerprint, k.wrapped from file_keys k
    join master_keys m on m.version = k.key_version where k.file = ${file}`.execute(tx);
  return { file, owner, key: rows[0] };
}

/** Erases files for good, wherever copies of them are: nothing opens them without their keys. */
export async function destroyFileKeys(tx: Tx, files: string[]) {
  await sql`delete from file_keys where file = any(${files})`.execute(tx);
}

/** Throws `key_missing` where a file that comes now could not be kept: the newest master key is not at hand. */
export async function mustHaveNewestMasterKey(db: Db, keys: MasterKeys) {
  const { rows } = await sql<Known>`
    select version, fingerprint from master_keys order by version desc limit 1`.execute(db);
  const newest = keys.newest();
  const version = rows[0]?.version ?? 1;
  if (newest === undefined || newest.version < version) throw lacking(version, 'missing');
  if (newest.version === rows[0]?.version && !isKnown(newest, rows[0])) throw lacking(version, 'another');
}

/** The master keys that files are wrapped with and that are not at hand, each with what is wrong. */
export async function missingMasterKeys(
  db: Db,
  keys: Pick<MasterKeys, 'get'>,
): Promise<{ version: number; fault: MasterKeyFault }[]> {
  const { rows } = await sql<Known>`
    select version, fingerprint from master_keys m
    where exists (select from file_keys where key_version = m.version) order by version`.execute(db);
  return rows.flatMap((known) => {
    const key = keys.get(known.version);
    if (key !== undefined && isKnown(key, known)) return [];
    return [{ version: known.version, fault: key === undefined ? ('missing' as const) : ('another' as const) }];
  });
}

/** Logs which master keys are wanted and not at hand, before anybody asks for a file. */
export async function warnOfMissingMasterKeys(db: Db, keys: MasterKeys, log: Logger) {
  for (const { version, fault } of await missingMasterKeys(db, keys))
    log.error({ setting: 'MASTER_KEYS', version }, masterKeyFaults[fault]);
}

type Known = Pick<MasterKey, 'version' | 'fingerprint'>;

const lacking = (version: number, fault: MasterKeyFault) =>
  new UnreadableFile('key_missing', { cause: new Error(`MASTER_KEYS ${version}: ${masterKeyFaults[fault]}`) });
