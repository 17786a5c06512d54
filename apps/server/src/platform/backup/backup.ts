/** One archive of rows and files: taking, reading and restoring it. */
export { lookAtArchive, putBack } from './restore-archive.ts';
export { keepNewest, nameAt, newestArchive } from './retention.ts';
export { takeBackup } from './take-backup.ts';
