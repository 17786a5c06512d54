import { exportHours } from '@carecommons/contract/limits';
import type { Role } from '@carecommons/contract/endpoint';
import { Readable } from 'node:stream';
import { type ControlledTransaction, sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Database, Db, RowOf } from '../../platform/db/db.ts';
import { addFileKey, type StoredWithKey, mustHaveNewestMasterKey } from '../../platform/files/files.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Words } from '../../platform/languages/languages.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { accounts } from '../accounts/accounts.ts';
import { contentOf, type GivenFile, listFiles } from './export-files.ts';
import { accessJson, dataJson, schemaJson } from './export-json.ts';
import { readme } from './export-readme.ts';
import { countRows, type Person } from './export-rows.ts';
import { zipOf } from './zip.ts';

export const exportKind = 'export';
const saveMs = 500;
// Far more than anybody has; the bytes are counted all the same.
const bytesAtMost = 2 ** 40;

export interface Payload {
  export: number;
}

type Dependencies = Pick<Services, 'db' | 'files' | 'clock' | 'languages'>;

/** The job that puts all data of a person into a ZIP, encrypted like every other file. */
export function exportWork({ db, files, clock, languages }: Dependencies) {
  async function make({ payload }: Job, goesOn: () => void) {
    const { export: id } = payload as Payload;
    const now = clock.now();
    const { rows } = await sql<RowOf<'exports', 'user_id'> & RowOf<'users', 'role' | 'language'>>`
      update exports e set failed_at = null, done = 0, total = null from ${accounts} u
      where e.id = ${id} and e.file is null and e.ends_at > ${now} and u.id = e.user_id
      returning e.user_id, u.role, u.language`.execute(db);
    const [asked] = rows;
    // Already finished, or replaced meanwhile.
    if (asked === undefined) return;
    try {
      await mustHaveNewestMasterKey(db, files.keys);
      const person = { id: asked.user_id, now };
      const words = await languages.wordsIn(asked.language);
      const { stored, bytes, reports } = await write(person, words, openProgress(db, id, goesOn));
      if (await finish({ id, stored, bytes, reports, ...asked }, clock.now())) return;
      await files.remove(stored.file);
    } catch (error) {
      await sql`update exports set failed_at = ${clock.now()} where id = ${id} and file is null`.execute(db);
      throw error;
    }
  }

  async function write(person: Person, words: Words, progress: Progress) {
    const { id: owner, now } = person;
    // One snapshot of all rows, however long the export takes.
    const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
    try {
      await sql`set local time zone 'UTC'`.execute(tx);
      const given = await listFiles(tx, person);
      await progress.begin((await countRows(tx, person)) + given.length);
      const missing: string[] = [];
      const data = () => text(dataOf(tx, person, progress.step));
      const entries = [
        { path: 'data.json', compress: true, content: data },
        { path: 'schema.json', compress: true, content: async () => text([await schemaJson(db, person)]) },
        { path: 'access-log.json', compress: true, content: async () => text(accessJson(db, person)) },
        ...given.map((one) => ({ path: one.path, compress: false, content: () => contentIn(one, missing, progress) })),
        { path: 'README.txt', compress: true, content: async () => text([readme(words, now, missing)]) },
      ];
      const draft = await files.write(zipOf(entries, now), bytesAtMost, owner);
      const { bytes } = draft;
      const reports = given.filter(({ path, record }) => record !== undefined && !missing.includes(path));
      return { stored: await draft.commit(), bytes, reports };
    } finally {
      if (!tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute();
    }
  }

  async function contentIn(file: GivenFile, missing: string[], { step }: Progress) {
    const content = await contentOf(db, files, file);
    if (content === undefined) missing.push(file.path);
    step(1);
    return content;
  }

  /** Marks the export as finished, and audits each report in it; false if it is no longer wanted. */
  async function finish({ id, stored, bytes, reports, user_id, role }: Made, now: Date): Promise<boolean> {
    return await db.transaction().execute(async (tx) => {
      const ends = new Date(now.getTime() + exportHours * 3600_000);
      const { numAffectedRows } = await sql`
        update exports set file = ${stored.file}, bytes = ${bytes}, ready_at = ${now}, ends_at = ${ends}, done = total
        where id = ${id} and user_id = ${user_id} and file is null`.execute(tx);
      if (numAffectedRows === 0n) return false;
      await addFileKey(tx, stored);
      const entry = {
        at: now,
        actor: { user_id, session_id: '', role },
        patient_id: user_id,
        outcome: 'done',
      } as const;
      for (const { record } of reports) await audit(tx, { ...entry, action: 'export', record_id: record });
      return true;
    });
  }
  return { [exportKind]: make };
}

interface Made {
  id: number;
  stored: StoredWithKey;
  bytes: number;
  reports: GivenFile[];
  user_id: number;
  role: Role;
}

const text = async (pieces: Iterable<string> | AsyncIterable<string>) => Readable.from(pieces);

/** Streams the rows; their transaction ends with them, long before the files are written. */
async function* dataOf(tx: ControlledTransaction<Database>, person: Person, step: (count: number) => void) {
  yield* dataJson(tx, person, step);
  await tx.commit().execute();
}

type Progress = ReturnType<typeof openProgress>;

/** Saves the progress of an export from time to time. */
function openProgress(db: Db, id: number, goesOn: () => void) {
  let [done, savedAt] = [0, 0];
  return {
    async begin(total: number) {
      await sql`update exports set total = ${total} where id = ${id}`.execute(db);
    },
    step(count: number) {
      done += count;
      goesOn();
      if (performance.now() - savedAt < saveMs) return;
      savedAt = performance.now();
      // If this fails, the next update follows soon.
      sql`update exports set done = ${done} where id = ${id} and file is null and done < ${done}`
        .execute(db)
        .catch(() => {});
    },
  };
}
