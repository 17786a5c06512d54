/** What concerns the operating system: processes, worker threads, the lock on the data folder, progress on a terminal. */
export { diskFull, lockDataFolder, notWritable, serverOf, writing } from './data-lock.ts';
export { beganAt, isGone, isPostgresOf, postgresProcessesOf, signal } from './process-files.ts';
export { processorMs } from './processor-time.ts';
export { openProgress, type Progress } from './progress-bar.ts';
export { productVersion } from './version.ts';
export { openThread } from './worker-thread.ts';
