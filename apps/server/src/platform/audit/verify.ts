import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { beginning, rowOf, type ChainedRow, type Seal, sealColumns } from './chain.ts';
import { checkpointsBetween, readCheckpoints } from './checkpoints.ts';
import { type Broken, isSwapped, judge, type Wrong } from './verdict.ts';
import { type Checkpoint, isSigned, publicKeysIn } from './signing-key.ts';
import type { ColumnOf, Db, Tx } from '../db/db.ts';

/** What was looked at, and the first place that is wrong. */
export interface Verified {
  /** Rows that are as they were sealed. */
  rows: number;
  /** Rows that were old enough to be dropped, and are gone. */
  dropped: number;
  /** Rows written just now, which wait for their seal. */
  waiting: number;
  /** Checkpoints that agree with the chain, in the table and in the file. */
  checkpoints: number;
  inFile: number;
  wrong: Wrong | undefined;
}

interface VerifyOptions {
  /** Where the file of the checkpoints lies, with the public keys. */
  folder: string;
  now: Date;
  /** Is told now and then how many rows have been looked at. */
  onProgress?: ((rows: number) => void) | undefined;
}

type Link = Seal & { stored: ChainedRow | null };

const pageOfSeals = 1000;
// Enough to tell what was done at the first of them.
const brokenAtMost = 5000;
// An audit of health data is kept for six years.
const keptYears = 6;
// A row is sealed within seconds, a checkpoint is in the file as soon.
const lateMs = 5 * 60_000;

/** Reckons the whole chain anew, and holds it against its rows and its checkpoints, all as they are at one moment. */
export async function verifyAudit(db: Db, { folder, now, onProgress = () => {} }: VerifyOptions): Promise<Verified> {
  const keys: ReadonlyMap<string, KeyObject> = existsSync(folder) ? publicKeysIn(folder) : new Map();
  // Before the database is looked at: the file only ever follows it.
  const file = await readCheckpoints(folder);
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return await snapshot.execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const points = openPoints(tx, keys, file, new Date(now.getTime() - lateMs));
    const chain = await walkChain(tx, points, oldestKept(now), onProgress);
    const wrong = chain.wrong ?? (await points.beyond(chain.last)) ?? (await unsealed(tx));
    const { rows } = await sql<{ count: number }>`select count(*) as count from audit_unsealed`.execute(tx);
    return {
      rows: chain.rows,
      dropped: chain.dropped,
      waiting: rows[0]?.count ?? 0,
      ...points.agreeing,
      wrong: wrong ?? points.missing(),
    };
  });
}

function oldestKept(now: Date) {
  const oldest = new Date(now);
  oldest.setUTCFullYear(now.getUTCFullYear() - keptYears);
  return oldest.getTime() * 1000;
}

type Points = ReturnType<typeof openPoints>;

/** Goes from seal to seal, a page at a time. */
async function walkChain(tx: Tx, points: Points, oldest: number, onProgress: (rows: number) => void) {
  const counted = { rows: 0, dropped: 0 };
  const broken: Broken[] = [];
  let wrong: Wrong | undefined;
  let before: Pick<Seal, 'seq' | 'hash'> = beginning;
  let lastWithRow = 0;
  for (let more = true; more;) {
    const { rows: links } = await sql<Link>`
      select ${sealColumns}, found.stored from (
        select seq, audit_id, audit_at, row_hash, hash from audit_seals
        where seq > ${before.seq} order by seq limit ${pageOfSeals}) s
      left join ${rowOf('s')} on true order by s.seq`.execute(tx);
    const hashes = new Map<number, string>();
    let here: Wrong | undefined;
    for (const { stored, ...seal } of links) {
      const link = { before, seal, stored };
      const found = judge(link, oldest);
      if (found === 'dropped') counted.dropped += 1;
      else if (found === undefined) counted.rows += 1;
      else {
        here ??= found;
        if (broken.length < brokenAtMost) broken.push(link);
      }
      if (stored !== null) lastWithRow = seal.seq;
      hashes.set(seal.seq, seal.hash);
      before = seal;
    }
    more = links.length > 0;
    const signed = more ? await points.against(hashes, before.seq) : undefined;
    wrong ??= firstOf(here, signed);
    onProgress(counted.rows + counted.dropped);
  }
  return { ...counted, last: before.seq, wrong: wrong && (await named(tx, wrong, broken, lastWithRow)) };
}

const firstOf = (one: Wrong | undefined, other: Wrong | undefined) =>
  one === undefined || (other !== undefined && (other.seq ?? 0) < (one.seq ?? 0)) ? other : one;

/** What was done at the first wrong place, by what is wrong elsewhere. */
async function named(tx: Tx, wrong: Wrong, broken: readonly Broken[], lastWithRow: number): Promise<Wrong> {
  const link = broken.find(({ seal }) => seal.seq === wrong.seq);
  if (link === undefined) return wrong;
  // A row whose moment was changed is not where it was looked for.
  const gone = broken.filter(({ stored }) => stored === null).map(({ seal }) => seal.audit_id);
  const { rows } = await sql<{ stored: ChainedRow }>`
    select found.stored from (select id as audit_id, at as audit_at from audit where id = any(${gone})) w, ${rowOf('w')}`.execute(
    tx,
  );
  const elsewhere = new Map(rows.map(({ stored }) => [stored.id, stored]));
  const others = broken.map((one) => ({ ...one, stored: one.stored ?? elsewhere.get(one.seal.audit_id) ?? null }));
  if (isSwapped(link, others)) {
    return { ...wrong, kind: 'swap', finding: 'What stands here belongs to another place.' };
  }
  if (wrong.kind !== 'delete' || link.stored !== null) return wrong;
  if (elsewhere.has(link.seal.audit_id)) return { ...wrong, kind: 'edit', finding: 'The row was changed.' };
  if (link.seal.seq <= lastWithRow || elsewhere.size > 0) return wrong;
  return { ...wrong, kind: 'truncate', finding: 'This row is gone, and all that came after it.' };
}

/** The checkpoints of the table and of the file, as the walk along the chain comes by them. */
function openPoints(
  tx: Tx,
  keys: ReadonlyMap<string, KeyObject>,
  file: AsyncGenerator<Checkpoint> | undefined,
  lateBefore: Date,
) {
  const agreeing = { checkpoints: 0, inFile: 0 };
  let ahead: Checkpoint | undefined;
  let after = 0;
  let missing: Wrong | undefined;

  async function keptUpTo(seq: number) {
    const inFile: Checkpoint[] = [];
    ahead ??= (await file?.next())?.value as Checkpoint | undefined;
    while (ahead !== undefined && ahead.seq <= seq) {
      inFile.push(ahead);
      ahead = (await file?.next())?.value as Checkpoint | undefined;
    }
    return inFile;
  }

  function wrongIn(point: Checkpoint, hashes: ReadonlyMap<number, string>, where: string): Wrong | undefined {
    const { seq, hash } = point;
    if (!isSigned(point, keys)) {
      return {
        kind: 'rewrite',
        seq,
        finding: `The checkpoint here, in the ${where}, is signed by no key that is known.`,
      };
    }
    if (hashes.get(seq) === hash) return undefined;
    return {
      kind: 'rewrite',
      seq,
      finding: `The chain up to here is another one than the checkpoint in the ${where} says.`,
    };
  }

  return {
    agreeing,
    /** Holds what has been walked by, up to a seal, against the checkpoints on the way. */
    async against(hashes: ReadonlyMap<number, string>, upTo: number): Promise<Wrong | undefined> {
      const [inTable, inFile] = [await checkpointsBetween(tx, after, upTo), await keptUpTo(upTo)];
      after = upTo;
      let wrong: Wrong | undefined;
      for (const point of inTable) {
        const one = wrongIn(point, hashes, 'table');
        wrong = firstOf(wrong, one);
        if (one === undefined) agreeing.checkpoints += 1;
        if (new Date(point.at) < lateBefore && isMissingIn(inFile, point)) {
          missing ??= { kind: 'not kept', seq: point.seq, finding: 'The checkpoint here is not in the file.' };
        }
      }
      for (const point of inFile) {
        const one = wrongIn(point, hashes, 'file');
        wrong = firstOf(wrong, one);
        if (one === undefined) agreeing.inFile += 1;
        if (isMissingIn(inTable, point)) {
          const finding = 'The checkpoint here is in the file, but gone from the table.';
          missing ??= { kind: 'delete', seq: point.seq, finding };
        }
      }
      return wrong;
    },

    /** Checkpoints of what is not there any more. */
    async beyond(last: number): Promise<Wrong | undefined> {
      const [inTable] = await checkpointsBetween(tx, last, Number.MAX_SAFE_INTEGER, 1);
      await keptUpTo(last);
      const point = inTable ?? ahead;
      if (point === undefined) return undefined;
      const finding = `All that came after is gone: on ${point.at} the chain had come to seal ${point.seq}.`;
      return { kind: 'truncate', seq: last + 1, finding };
    },

    /** A checkpoint that stands in one place and not in the other: worth telling where nothing worse is found. */
    missing: () => missing,
  };
}

const isMissingIn = (list: readonly Checkpoint[], { seq }: Checkpoint) => !list.some((point) => point.seq === seq);

/** Rows that no seal stands for: the first that came by another way, or that should have been sealed by now. */
async function unsealed(tx: Tx): Promise<Wrong | undefined> {
  const added = await sql<{ row: ColumnOf<'audit', 'id'> }>`
    select a.id as row from audit a where not exists (select from audit_seals s where s.audit_id = a.id)
      and not exists (select from audit_unsealed u where u.audit_id = a.id) order by a.id limit 1`.execute(tx);
  const [without] = added.rows;
  if (without !== undefined) return { kind: 'add', ...without, finding: 'The row has no seal and waits for none.' };
  const waiting = await sql<{ row: ColumnOf<'audit_unsealed', 'audit_id'>; gone: boolean }>`
    select u.audit_id as row, not exists (select from audit a where a.id = u.audit_id and a.at = u.audit_at) as gone
    from audit_unsealed u where u.since < now() - ${lateMs / 1000} * interval '1 second' order by u.audit_id limit 1`.execute(
    tx,
  );
  const [late] = waiting.rows;
  if (late === undefined) return undefined;
  if (late.gone) return { kind: 'delete', row: late.row, finding: 'The row is gone; it had no seal yet.' };
  return { kind: 'not sealed', row: late.row, finding: 'The row has waited for its seal for more than five minutes.' };
}
