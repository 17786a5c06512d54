/** The connection pool, its deadlines and failover, migrations, the read replica, and keyset pages. */
export { type Addresses, addressesOf, addressOf, listed, mustBeWritable, openClient } from './addresses.ts';
export type { Client } from './client.ts';
export { clockOffset, keepClock, setClock } from './clock-skew.ts';
export { type Page, pageOf, sendList, int4, moment, momentAndId } from './keyset-pages.ts';
export { lock } from './locks.ts';
export { buildTables, migrate, migrationGap, migrationLock, mustBeMigrated } from './migrate.ts';
export { keepPartitions } from './partitions.ts';
export { type ColumnOf, connect, type Db, poolCounts, type RowOf, type Tx } from './pool.ts';
export type { Database } from './schema.ts';
export { openReplica, primaryAlone, type PublicReads } from './replica.ts';
export { setRequestDeadlines } from './request-deadline.ts';
export { afterCommit, inTransaction } from './transactions.ts';
export { missingTimeLimits, warnOfMissingTimeLimits } from './role-limits.ts';
export { waitForDatabase } from './wait-for-database.ts';
