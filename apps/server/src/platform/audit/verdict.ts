import { rowHash, type ChainedRow, type Seal, sealHash } from './chain.ts';

/** What was done to the audit. The last two are no tampering yet: what seals it, or keeps its checkpoints, stands still. */
export type Tampering = 'edit' | 'delete' | 'swap' | 'truncate' | 'rewrite' | 'add' | 'not sealed' | 'not kept';

/** A place that is wrong: the number of its seal and of its row, where it has them, and what is wrong there. */
export interface Wrong {
  kind: Tampering;
  seq?: number | undefined;
  row?: number | undefined;
  finding: string;
}

/** A seal that does not agree with the one before or with its row, which may be gone. */
export interface Broken {
  before: Pick<Seal, 'seq' | 'hash'>;
  seal: Seal;
  stored: ChainedRow | null;
}

/** What is wrong with a seal; 'dropped' where its row is gone and older than `oldest` (microseconds since 1970). */
export function judge({ before, seal, stored }: Broken, oldest: number): Wrong | 'dropped' | undefined {
  const { seq, audit_id: row } = seal;
  // One seal comes with two rows.
  if (seq === before.seq) return { kind: 'add', seq, row, finding: `A second row has the number ${row}.` };
  if (seq > before.seq + 1) {
    const [first, last] = [before.seq + 1, seq - 1];
    return {
      kind: 'delete',
      seq: first,
      finding: first === last ? 'This seal is gone.' : `Seals up to ${last} are gone.`,
    };
  }
  if (seal.hash !== sealHash(before.hash, seal)) {
    return { kind: 'edit', seq, row, finding: 'The seal does not follow from the one before it.' };
  }
  if (stored === null) return seal.at < oldest ? 'dropped' : { kind: 'delete', seq, row, finding: 'The row is gone.' };
  return rowHash(stored) === seal.row_hash ? undefined : { kind: 'edit', seq, row, finding: 'The row was changed.' };
}

/** Whether at a broken place stands what belongs to another one: the row, or the seal. */
export function isSwapped({ before, seal }: Broken, others: readonly Broken[]): boolean {
  const { seq, audit_id: id, at } = seal;
  return others.some(({ seal: other, stored }) => {
    if (other.seq === seq) return false;
    const inPlace = sealHash(before.hash, { ...other, seq });
    if (inPlace === other.hash || inPlace === seal.hash) return true;
    return (
      stored !== null &&
      [
        { ...stored, id },
        { ...stored, id, at },
      ].some((row) => rowHash(row) === seal.row_hash)
    );
  });
}
