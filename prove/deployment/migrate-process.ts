// A server reduced to its migrations: migrates the database in argv[2] to the newest schema. The proof kills it.
import type pg from 'pg';
import { migrate } from '../../apps/server/src/platform/db/db.ts';

const { owner, appRole } = JSON.parse(process.argv[2] ?? '') as { owner: pg.ClientConfig; appRole: string };
await migrate(owner, appRole, { debug() {}, info() {}, warn() {}, error() {} });
