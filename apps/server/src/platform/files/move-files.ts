import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type FileStore, type ListedFile, MissingFile } from './store.ts';
import type { openIncoming } from './unfinished-files.ts';
import type { Progress } from '../process/process.ts';
import { StartError } from '../errors/errors.ts';

const atOnce = 4;
// New files come while others are copied, and then fewer: a server that is this busy is not moved in a moment.
const passesAtMost = 20;

/** What a move has done: files that were copied, and files that were there already. */
export interface Moved {
  copied: number;
  there: number;
  bytes: number;
}

interface Dependencies {
  from: FileStore;
  to: FileStore;
  /** Where a file lies between the two. */
  incoming: ReturnType<typeof openIncoming>;
  /** Removes each from where it came once it was found to be the same in the other. */
  remove: boolean;
  /** Told of bytes; what is copied later than it was counted is more than all. */
  progress: Progress;
}

/**
 * Copies all files from one store to another, also while servers use the first, until there is no new one. Each is read
 * back and its SHA-256 compared; one that is there already is compared and left. May be ended at any instant and begun
 * anew. Throws a StartError where a copy is another than what was read, and what the stores throw.
 */
export async function moveFiles({ from, to, incoming, remove, progress }: Dependencies): Promise<Moved> {
  const moved: Moved = { copied: 0, there: 0, bytes: 0 };
  const all = { files: 0, bytes: 0 };
  for await (const { bytes } of from.list()) {
    all.files += 1;
    all.bytes += bytes;
  }
  progress.begin(`${all.files.toLocaleString('en')} files`, all.bytes);

  /** Goes through both lists at once; in passes after the first, what has its size was compared already. */
  async function pass(isFirst: boolean) {
    let copied = 0;
    const pairs = inBoth(from, to);
    const work = async () => {
      for (let next = await pairs.next(); next.done !== true; next = await pairs.next()) {
        const { file, other } = next.value;
        const isThere = other?.bytes === file.bytes && (!isFirst || (await isSame(file.name)));
        if (isThere && !isFirst) continue;
        if (!isThere && (await copy(file.name))) copied += 1;
        if (isThere) moved.there += 1;
        if (remove) await from.remove(file.name);
        moved.bytes += file.bytes;
        progress.step(file.bytes);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    moved.copied += copied;
    return copied;
  }

  async function isSame(name: string) {
    const [one, other] = await Promise.all([hashOf(from, name), hashOf(to, name)]);
    return one !== undefined && one === other;
  }

  /** False where it was removed in the meantime. */
  async function copy(name: string) {
    const opened = await from.open(name).catch(goneIsNothing);
    if (opened === undefined) return false;
    const { path, handle } = await incoming.create();
    try {
      const hash = createHash('sha256');
      for await (const piece of opened.read() as AsyncIterable<Buffer>) {
        hash.update(piece);
        await handle.appendFile(piece);
      }
      await to.put(name, path);
      if ((await hashOf(to, name)) !== hash.digest('hex')) {
        await to.remove(name);
        throw new StartError(
          `A file is another one where it was copied to: ${to.locationOf(name)}. It was removed there.`,
        );
      }
      return true;
    } finally {
      await Promise.all([opened.close(), handle.close()]);
      await rm(path, { force: true });
    }
  }

  for (let count = 1; count <= passesAtMost; count++) if ((await pass(count === 1)) === 0) break;
  return moved;
}

/** The files of a store in their order, each with its like in another store. */
async function* inBoth(from: FileStore, to: FileStore): AsyncGenerator<{ file: ListedFile; other?: ListedFile }, void> {
  const others = to.list()[Symbol.asyncIterator]();
  let other = await others.next();
  for await (const file of from.list()) {
    while (other.done !== true && other.value.name < file.name) other = await others.next();
    yield other.done !== true && other.value.name === file.name ? { file, other: other.value } : { file };
  }
}

async function hashOf(store: FileStore, name: string): Promise<string | undefined> {
  const opened = await store.open(name).catch(goneIsNothing);
  if (opened === undefined) return undefined;
  const hash = createHash('sha256');
  try {
    for await (const piece of opened.read() as AsyncIterable<Buffer>) hash.update(piece);
    return hash.digest('hex');
  } finally {
    await opened.close();
  }
}

function goneIsNothing(error: unknown) {
  if (error instanceof MissingFile) return undefined;
  throw error;
}
