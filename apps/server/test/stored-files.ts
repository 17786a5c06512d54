import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, MissingFile } from '../src/core/file-store.ts';

interface Where {
  store: FileStore;
  config: { dataDir: string };
}

/** Everything that lies about: the names of whole files, wherever they are kept, and of unfinished ones. */
export async function storedFiles({ store, config }: Where): Promise<string[]> {
  const names = [];
  for await (const { name } of store.list()) names.push(name);
  return [...names, ...(await readdir(join(config.dataDir, 'files', 'incoming')).catch(() => []))];
}

/** A whole file as it lies there. */
export async function bytesOf(store: FileStore, name: string): Promise<Buffer> {
  const opened = await store.open(name);
  try {
    return Buffer.concat(await opened.read().toArray());
  } finally {
    await opened.close();
  }
}

/** Puts something else in the place of a file. */
export async function putBytes({ store, config }: Where, name: string, bytes: Buffer) {
  const path = join(config.dataDir, `changed-${name}`);
  await writeFile(path, bytes);
  await store.put(name, path);
}

/** Whether there is a file of that name. */
export async function isStored(store: FileStore, name: string): Promise<boolean> {
  try {
    await (await store.open(name)).close();
    return true;
  } catch (error) {
    if (error instanceof MissingFile) return false;
    throw error;
  }
}
