import type { Config } from '../config/config.ts';
import { type FileStore, type ListedFile, MissingFile } from './store.ts';
import { openFolder } from './folder-store.ts';
import type { Logger } from '../log/log.ts';
import { openS3 } from './s3-store.ts';

/**
 * The store that the settings name. With an S3 store, files that lie in the data folder yet are served from there, so that
 * one may move from the folder to the store while people work.
 */
export function openStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, log: Logger): FileStore {
  const folder = openFolder(dataDir);
  return s3 === undefined ? folder : withOlder(openS3(s3, log), folder);
}

/** A store that takes what is new, and an older one in which files may lie that it has not yet. */
function withOlder(store: FileStore, older: FileStore): FileStore {
  return {
    ...store,

    async open(name) {
      return await store.open(name).catch((error: unknown) => {
        if (!(error instanceof MissingFile)) throw error;
        return older.open(name);
      });
    },

    async remove(name) {
      await Promise.all([older.remove(name), store.remove(name)]);
    },

    async *list(after) {
      const [there, here] = [store.list(after), older.list(after)].map((list) => list[Symbol.asyncIterator]()) as [
        AsyncIterator<ListedFile>,
        AsyncIterator<ListedFile>,
      ];
      let [one, other] = await Promise.all([there.next(), here.next()]);
      while (one.done !== true || other.done !== true) {
        const name = one.done === true ? undefined : one.value.name;
        const otherName = other.done === true ? undefined : other.value.name;
        const isHere = name === undefined || (otherName !== undefined && otherName < name);
        yield isHere ? other.value : one.value;
        if (name !== undefined && !isHere) one = await there.next();
        // What lies in both is listed once, as the store has it.
        if (isHere || name === otherName) other = await here.next();
      }
    },
  };
}
