/** The PostgreSQL server that the product starts where no `DATABASE_URL` is set. */
export { embeddedConnections } from './server-process.ts';
export { borrowEmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
