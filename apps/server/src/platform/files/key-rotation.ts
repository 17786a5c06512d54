import { sql } from 'kysely';
import type { ColumnOf, Db, RowOf, Tx } from '../db/db.ts';
import { rememberMasterKey } from './file-keys.ts';
import { isKnown, type MasterKey, type MasterKeys, unwrap, wrap } from '../crypto/crypto.ts';
import { StartError } from '../errors/errors.ts';

const atOnce = 500;
// Any number that no other lock of a transaction takes.
const lock = 7_305_202;

interface Dependencies {
  db: Db;
  keys: MasterKeys;
  /** Is told how far it is, a line at a time. */
  printLine: (line: string) => void;
}

/**
 * Wraps the keys of all files anew with the newest master key, and touches no file; where nothing is left to wrap and the
 * master keys are kept in the data folder, with one that is made. Goes on where it was stopped, and may run beside servers.
 * Returns a sentence. Throws a StartError.
 */
export async function rotateFileKeys({ db, keys, printLine }: Dependencies): Promise<string> {
  const { newest, left } = await db.transaction().execute((tx) => begin(tx, keys));
  if (left === 0) {
    const { version } = newest;
    return `All is wrapped with version ${version} of the master key. For another one, add ${version + 1}:… to MASTER_KEYS first.`;
  }
  let done = 0;
  let last: FileKeyVersion = { version: 0, file: '' };
  const unopened = new Map<number, number>();
  for (;;) {
    const batch = await db.transaction().execute((tx) => wrapBatch(tx, keys, newest, last));
    if (batch.last === undefined) break;
    last = batch.last;
    done += batch.done;
    for (const version of batch.unopened) unopened.set(version, (unopened.get(version) ?? 0) + 1);
    printLine(`${done} of ${left}`);
  }
  const short = [...unopened].map(([version, count]) => `${count} of version ${version}`).join(', ');
  const result = `${done} keys of files were wrapped anew with version ${newest.version} of the master key.`;
  if (short !== '') throw new StartError(`${result} These cannot be opened, and stay as they are: ${short}.`);
  return `${result} Older versions are needed for backups of the database from before alone.`;
}

/** The master key to wrap with, and how many keys are left for it. */
async function begin(tx: Tx, keys: MasterKeys): Promise<{ newest: MasterKey; left: number }> {
  // Two at once would both add a version to the file, and one of them would be lost.
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
  const newest = keys.newest();
  if (newest === undefined) throw new StartError('The master keys have gone from the data folder. Put them back.');
  await rememberMasterKey(tx, newest);
  const { rows } = await sql<Pick<MasterKey, 'version' | 'fingerprint'>>`
    select version, fingerprint from master_keys where version >= ${newest.version} order by version desc`.execute(tx);
  const [known] = rows as [(typeof rows)[0]];
  if (known.version > newest.version) {
    throw new StartError(`Version ${known.version} of the master key is in use and is not set here.`);
  }
  if (!isKnown(newest, known)) {
    throw new StartError(`Version ${newest.version} of the master key is another one than before. Put that one back.`);
  }
  const left = await leftFor(tx, newest.version);
  if (left > 0) return { newest, left };
  const added = keys.add();
  if (added === undefined) return { newest, left };
  await rememberMasterKey(tx, added);
  return { newest: added, left: await leftFor(tx, added.version) };
}

async function leftFor(tx: Tx, version: number) {
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from file_keys where key_version < ${version}`.execute(tx);
  return (rows[0] as { left: number }).left;
}

interface FileKeyVersion extends RowOf<'file_keys', 'file'> {
  version: ColumnOf<'file_keys', 'key_version'>;
}

interface KeyRow extends FileKeyVersion, RowOf<'file_keys', 'wrapped'>, RowOf<'master_keys', 'fingerprint'> {
  owner: ColumnOf<'file_keys', 'owner_id'>;
}

async function wrapBatch(tx: Tx, keys: MasterKeys, newest: MasterKey, after: FileKeyVersion) {
  const { rows } = await sql<KeyRow>`
    select k.file, k.owner_id as owner, k.key_version as version, k.wrapped, m.fingerprint
    from file_keys k join master_keys m on m.version = k.key_version
    where k.key_version < ${newest.version} and (k.key_version, k.file) > (${after.version}::integer, ${after.file})
    order by k.key_version, k.file limit ${atOnce} for update of k`.execute(tx);
  const anew = rows.map((row) => wrapAnew(row, keys.get(row.version), newest));
  const [files, wrapped] = [rows.filter((_, at) => anew[at] !== undefined), anew.filter((one) => one !== undefined)];
  await sql`
    update file_keys k set key_version = ${newest.version}, wrapped = n.wrapped
    from unnest(${files.map(({ file }) => file)}::text[], ${wrapped}::bytea[]) n (file, wrapped)
    where k.file = n.file`.execute(tx);
  const unopened = rows.filter((_, at) => anew[at] === undefined).map(({ version }) => version);
  return { last: rows.at(-1), done: files.length, unopened };
}

/** Undefined where the master key that wrapped it is not at hand, or it was changed. */
function wrapAnew(row: KeyRow, by: MasterKey | undefined, newest: MasterKey) {
  if (by === undefined || !isKnown(by, row)) return undefined;
  try {
    return wrap(newest.key, unwrap(by.key, row.wrapped, row), row);
  } catch {
    return undefined;
  }
}
