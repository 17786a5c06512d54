import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { filesOf, schemaOf, sumsOf } from '../../../test/oracles/compare.ts';
import { databaseName } from '../../../test/servers/owner.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { pdfOfSize } from '../../../test/fixtures/report-files.ts';
import { pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { auditFolder, verifyAudit } from '../audit/audit.ts';
import { openSealer } from '../audit/seal.ts';
import { connect } from '../db/db.ts';
import { type FileStore, openFolder } from '../files/files.ts';
import { openSecrets } from '../auth/auth.ts';
import { tombstoneFile } from '../erasure-list/erasure-list.ts';
import { lookAtArchive, putBack } from './restore-archive.ts';
import { checkArchive } from './read-archive.ts';
import { takeBackup } from './take-backup.ts';

// The drill: an installation that is in use is backed up, put back into an empty one, and every row and file compared.

// More than one part of an archive, and than one chunk of a file.
const sizes = [1000, 70_000, 5_000_000];
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const progress = { begin() {}, step() {}, end() {} };
let visit: Visit;
let owner: pg.ClientConfig;
let folder: string;
beforeAll(async () => {
  visit = await pastVisit();
  const { t } = visit;
  owner = { ...inject('postgres').owner, database: (await databaseName(t.db)) ?? '' };
  folder = mkdtempSync(join(tmpdir(), 'carecommons-backup-'));
  for (const bytes of sizes) await visit.upload(pdfOfSize(bytes));
  await openSealer(t.services)({ last: true });
  writeList(visit.folder, 'one\ntwo\n');
});
afterAll(async () => {
  await visit.close();
  rmSync(folder, { recursive: true });
});

/** The list of erased accounts of a data folder. */
function writeList(dataDir: string, text: string) {
  mkdirSync(dirname(tombstoneFile(dataDir)), { recursive: true });
  writeFileSync(tombstoneFile(dataDir), text);
}
const listOf = (dataDir: string) => readFileSync(tombstoneFile(dataDir), 'utf8');

const sourceStore = () => visit.t.store;

async function backup(needs: Partial<Parameters<typeof takeBackup>[0]> = {}) {
  const path = join(folder, `${randomBytes(6).toString('hex')}.tar`);
  const { config } = visit.t;
  const taken = await takeBackup({ owner, config, store: sourceStore(), path, key: undefined, progress, ...needs });
  return { ...taken, path };
}

/** An empty database, a data folder, and what it takes to put an archive there. */
async function emptyPlace() {
  const { admin, app, owner: role } = inject('postgres');
  const database = `${role.database}_${randomBytes(6).toString('hex')}`;
  const asAdmin = async (statement: string) => {
    const client = new pg.Client(admin);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await asAdmin(`create database ${database} owner ${role.user} template template0 encoding 'UTF8'`);
  const dataDir = mkdtempSync(join(folder, 'place-'));
  const client = new pg.Client({ ...role, database });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await asAdmin(`drop database ${database} with (force)`);
  });
  return {
    dataDir,
    client,
    store: openFolder(dataDir),
    target: {
      owner: { ...role, database },
      appRole: String(app.user),
      config: { dataDir },
      store: openFolder(dataDir),
    },
    app: { ...app, database },
  };
}

const keys = () => ({ ...visit.t.config, dataDir: '/nowhere' });
const look = (path: string, key?: Buffer, config = keys(), withoutKeys = false) =>
  lookAtArchive({ path, key, progress }, config, withoutKeys);

async function sumsOfSource() {
  const client = new pg.Client(owner);
  await client.connect();
  return await sumsOf(client).finally(() => client.end());
}

test(
  'an archive made under load has every row and file of its moment, and the audit is as it was sealed',
  { timeout: 60_000 },
  async () => {
    const { t } = visit;
    const still = new pg.Client(owner);
    await still.connect();
    await still.query('begin transaction isolation level repeatable read');
    const { rows } = await still.query<{ id: string }>('select pg_export_snapshot() as id');
    const expected = await sumsOf(still);
    const stopped = { yes: false };
    const writing = (async () => {
      while (!stopped.yes) await Promise.all([signUp(t), visit.upload(pdfOfSize(2000))]);
    })();
    const { path, ...taken } = await backup({ snapshot: rows[0]?.id as string });
    stopped.yes = true;
    await writing;
    await still.query('rollback');
    await still.end();

    const place = await emptyPlace();
    const done = await putBack(await look(path), place.target);
    expect(done).toEqual({ rows: taken.rows, files: 3, tombstones: 'taken' });
    expect(taken).toMatchObject({ count: 3, gone: [], missing: [] });
    expect(await sumsOf(place.client)).toEqual(expected);
    // More was written meanwhile than the archive is to have.
    expect(await sumsOfSource()).not.toEqual(expected);
    const [source, there] = [await filesOf(sourceStore()), await filesOf(place.store)];
    expect(Object.keys(there)).toHaveLength(3);
    expect(source).toMatchObject(there);

    const clean = new pg.Client(owner);
    await clean.connect();
    const schema = await schemaOf(clean).finally(() => clean.end());
    expect(await schemaOf(place.client)).toEqual(schema);
    expect(schema.length).toBeGreaterThan(500);

    const db = connect(place.app, { prepare: false, connections: 1 }, quiet);
    onTestFinished(() => db.destroy());
    const verified = await verifyAudit(db, { folder: auditFolder(place.dataDir), now: t.clock.now() });
    expect(verified).toMatchObject({ wrong: undefined, rows: expect.any(Number) });
    expect(verified.rows).toBeGreaterThan(2);
    expect(verified.inFile).toBe(verified.checkpoints);
    // Nothing is numbered anew.
    const { rows: numbered } = await place.client.query<{ fresh: boolean }>(
      `select nextval('users_id_seq') > max(id) as fresh from users`,
    );
    expect(numbered).toEqual([{ fresh: true }]);
  },
);

test('it is a tar file whose sums any machine can check', async () => {
  const { path } = await backup();
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  expect(spawnSync('tar', ['-xf', path, '-C', unpacked]).status).toBe(0);
  expect(spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked }).status).toBe(0);
  const about = JSON.parse(readFileSync(join(unpacked, 'about.json'), 'utf8')) as Record<string, string>;
  expect(about).toMatchObject({ format: 1, product: 'carecommons', version: '0.1.0' });
  expect(JSON.stringify(readdirSync(unpacked, { recursive: true }))).not.toMatch(/"(secret|master-keys|audit-key)/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test(
  'an encrypted archive opens with its key alone, and shows nothing; a newer list of erased accounts stays',
  { timeout: 60_000 },
  async () => {
    const key = randomBytes(32);
    const { path } = await backup({ key });
    expect(readFileSync(path).includes('about.json')).toBe(false);
    await expect(look(path)).rejects.toThrow(/is encrypted. Set BACKUP_KEY/);
    await expect(look(path, randomBytes(32))).rejects.toThrow(/does not open with this BACKUP_KEY/);
    const place = await emptyPlace();
    writeList(place.dataDir, 'one\ntwo\nthree\n');
    expect(await putBack(await look(path, key), place.target)).toMatchObject({ tombstones: 'kept' });
    expect(listOf(place.dataDir)).toBe('one\ntwo\nthree\n');
    expect(await sumsOf(place.client)).toEqual(await sumsOfSource());
  },
);

test('where a key is set, an archive that is not encrypted is refused before anything is put back', async () => {
  const { path } = await backup();
  await expect(look(path, randomBytes(32))).rejects.toThrow(/is not encrypted, though BACKUP_KEY is set/);
  expect((await look(path)).about.tables.length).toBeGreaterThan(10);
});

test('who goes on without the old secret begins with another one', { timeout: 60_000 }, async () => {
  const { path } = await backup();
  const other = { ...keys(), secret: randomBytes(32).toString('base64') };
  await expect(look(path, undefined, other)).rejects.toThrow(/The secret of this archive is not at hand/);
  const place = await emptyPlace();
  await putBack(await look(path, undefined, other, true), place.target);
  const db = connect(place.app, { prepare: false, connections: 1 }, quiet);
  onTestFinished(() => db.destroy());
  await expect(openSecrets(db, { ...visit.t.config, ...other })).resolves.toBeUndefined();
});

test.each(['plain', 'sealed'])(
  'a damaged archive is refused: flipped bits, cut anywhere, bytes added (%s)',
  async (form) => {
    const key = form === 'sealed' ? randomBytes(32) : undefined;
    const { path } = await backup({ key });
    await checkArchive(path, key);
    const whole = readFileSync(path);
    const places = [0, 100, 600, whole.length - 1, whole.length - 1500, whole.length - 2000];
    for (let n = 0; n < 12; n++) places.push(Math.floor(Math.random() * whole.length));
    for (const at of places) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
      writeFileSync(path, flipped);
      await expect(checkArchive(path, key), `bit at ${at}`).rejects.toThrow(/damaged/);
      writeFileSync(path, whole);
      truncateSync(path, at);
      await expect(checkArchive(path, key), `cut at ${at}`).rejects.toThrow(/damaged/);
    }
    writeFileSync(path, whole);
    appendFileSync(path, Buffer.alloc(512));
    await expect(checkArchive(path, key)).rejects.toThrow(/damaged/);
  },
);

test('nothing that is there is written over, and no archive is put into what is in use', async () => {
  const { path } = await backup();
  const archive = await look(path);
  const before = await sumsOfSource();
  await expect(putBack(archive, { ...(await emptyPlace()).target, owner })).rejects.toThrow(
    /A server is using|in this database already/,
  );
  expect(await sumsOfSource()).toEqual(before);

  const place = await emptyPlace();
  const stray = join(place.dataDir, 'files', 'ab', 'c'.repeat(38));
  mkdirSync(dirname(stray), { recursive: true });
  writeFileSync(stray, 'somebody else’s');
  await expect(putBack(archive, place.target)).rejects.toThrow(/There are stored files already/);
  expect(readFileSync(stray, 'utf8')).toBe('somebody else’s');
  await expect(backup({ path: join(place.dataDir, 'not', 'there') })).rejects.toThrow(/cannot be written/);
});

test('a missing secret or master key is told before anything is touched', async () => {
  const { path } = await backup();
  await expect(look(path, undefined, { ...keys(), secret: 'another' })).rejects.toThrow(/The secret of this archive/);
  const other = `1:${randomBytes(32).toString('base64')}`;
  for (const masterKeys of [undefined, other]) {
    await expect(look(path, undefined, { ...keys(), masterKeys })).rejects.toThrow(/The master key 1 of this archive/);
  }
  await look(path, undefined, { ...keys(), secret: '', masterKeys: undefined }, true);
});

test('a file that goes while the backup runs is told: erased where no row names it any more, else missing', async () => {
  const { t } = visit;
  const names = Object.keys(await filesOf(sourceStore()));
  const [erased, lost] = names as [string, string];
  const store = sourceStore();
  const losing: FileStore = {
    ...store,
    async open(name) {
      if (name !== erased && name !== lost) return await store.open(name);
      if (name === erased) {
        await sql`delete from file_keys where file = ${name}`.execute(t.db);
        await sql`delete from records where file = ${name}`.execute(t.db);
      }
      return await store.open('00'.repeat(20));
    },
  };
  const { path, gone, missing, count } = await backup({ store: losing });
  expect({ gone, missing, count }).toEqual({ gone: [erased], missing: [lost], count: names.length - 2 });
  expect((await checkArchive(path, undefined)).manifest.files).toMatchObject({ gone: [erased], missing: [lost] });
});

test(
  'what fails half-way leaves an empty database, and may be tried again; an older list of erased accounts is followed by the archive’s',
  { timeout: 60_000 },
  async () => {
    const { path } = await backup();
    const place = await emptyPlace();
    writeList(place.dataDir, 'one\n');
    let left = 2;
    const failing: FileStore = {
      ...place.store,
      async put(...file) {
        if (left-- === 0) throw new Error('the store is away');
        await place.store.put(...file);
      },
    };
    await expect(putBack(await look(path), { ...place.target, store: failing })).rejects.toThrow('the store is away');
    expect(await sumsOf(place.client)).toEqual({});
    expect(listOf(place.dataDir)).toBe('one\n');
    expect(await putBack(await look(path), place.target)).toMatchObject({ tombstones: 'taken' });
    expect(listOf(place.dataDir)).toBe('one\ntwo\n');
    expect(await sumsOf(place.client)).toEqual(await sumsOfSource());
    expect(existsSync(join(place.dataDir, 'restoring'))).toBe(false);
  },
);

test('an archive of a newer version is refused by name', async () => {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(`insert into migrations values ('9999_later.sql', 'x', now())`);
  try {
    const { path } = await backup();
    const place = await emptyPlace();
    await expect(putBack(await look(path), place.target)).rejects.toThrow(
      /newer than this one \(0.1.0\). Update the product first/,
    );
    expect(await sumsOf(place.client)).toEqual({});
  } finally {
    await client.query(`delete from migrations where name = '9999_later.sql'`);
    await client.end();
  }
});

test('a backup that is stopped or whose disk fails leaves nothing', async () => {
  const before = readdirSync(folder);
  const stopping = new AbortController();
  const told = { ...progress, begin: (what: string) => what === 'files' && stopping.abort() };
  await expect(backup({ progress: told, signal: stopping.signal })).rejects.toThrow('The backup was stopped.');
  expect(readdirSync(folder)).toEqual(before);
});
