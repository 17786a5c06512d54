import type { Db, Tx } from '../db/db.ts';
import type { Stored } from './file-keys.ts';
import type { Files } from './stored-files.ts';

type OpenedFile = Awaited<ReturnType<Files['open']>>;
/** What a transaction may do with files: it opens one. */
export type FileOpener = Pick<Files, 'open'>;

/** Ends a transaction that wants a file, so that it is opened while no connection to the database is held. */
export class WantedFile extends Error {
  readonly stored: Stored;

  constructor(stored: Stored) {
    super('a file is wanted');
    this.stored = stored;
  }
}

/**
 * Runs a transaction that opens a stored file through what it is given. Where files lie in a store that is away, the
 * transaction is rolled back when it comes to the file, the file is opened, and then the transaction is run anew: a store
 * that hangs would take all connections otherwise, from those who want no file. It lets a WantedFile pass.
 */
export async function openInTransaction<T>(
  db: Db,
  files: Files,
  work: (tx: Tx, files: FileOpener) => Promise<T>,
): Promise<T> {
  if (!files.isAway) return await db.transaction().execute((tx) => work(tx, files));
  let ready: { stored: Stored; opened: Promise<OpenedFile>; taken: boolean } | undefined;
  const open = async (stored: Stored) => {
    if (ready === undefined || !isSame(stored, ready.stored)) throw new WantedFile(stored);
    ready.taken = true;
    return await ready.opened;
  };
  for (;;) {
    const found = await db
      .transaction()
      .execute(async (tx) => ({ done: await work(tx, { open }) }))
      .catch((error: unknown) => {
        if (error instanceof WantedFile) return error;
        throw error;
      })
      // One that is not wanted any more is nobody's to close.
      .finally(async () => ready?.taken === false && (await (await ready.opened.catch(() => undefined))?.close()));
    if (!(found instanceof WantedFile)) return found.done;
    const opened = files.open(found.stored);
    // Whatever comes of it is told within the transaction, where it is known what it means.
    await opened.catch(() => {});
    ready = { stored: found.stored, opened, taken: false };
  }
}

/** The same file, whose key was not destroyed in the meantime. */
const isSame = (one: Stored, other: Stored) =>
  one.file === other.file && one.owner === other.owner && (one.key === undefined) === (other.key === undefined);
