/** Stored files: encryption, keys, the folder or S3 store that holds them. */
export { isSealed, sealContent, sealedContent } from './encrypted-content.ts';
export {
  addFileKey,
  destroyFileKeys,
  type StoredWithKey,
  missingMasterKeys,
  mustHaveNewestMasterKey,
  warnOfMissingMasterKeys,
  storedFile,
} from './file-keys.ts';
export { openFolder, openHandle } from './folder-store.ts';
export { rotateFileKeys } from './key-rotation.ts';
export { moveFiles } from './move-files.ts';
export { type FileOpener, openInTransaction, WantedFile } from './open-in-transaction.ts';
export { openStore } from './open-store.ts';
export { openS3 } from './s3-store.ts';
export { type FileStore, MissingFile, type OpenFile, type Range } from './store.ts';
export { type Draft, fileBytes, type Files, openFiles } from './stored-files.ts';
export { openIncoming } from './unfinished-files.ts';
export { removeUnusedFiles } from './unused-files.ts';
