import { readFileSync } from 'node:fs';
import { hash, verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import type pg from 'pg';
import { buildBareApp } from '../apps/server/src/app.ts';
import { systemClock } from '../apps/server/src/platform/time/time.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { connect } from '../apps/server/src/platform/db/db.ts';
import { openLog } from '../apps/server/src/platform/log/log.ts';
import { openSessions } from '../apps/server/src/platform/auth/auth.ts';
import { openThrottle } from '../apps/server/src/platform/limits/limits.ts';
import { type CalibratorData, registerReads } from './calibrator-reads.ts';
import { registerWrites } from './calibrator-writes.ts';

// The best possible result of a call on this machine, in a separate process: the same bytes or the same statement, with the
// product's headers, request id, rate limiter and log line, without the rest of our code.

const { texts, database, place } = JSON.parse(readFileSync(process.env.CALIBRATE ?? '', 'utf8')) as {
  /** Responses of the product that are sent unchanged. */
  texts: { type: string; body: string }[];
  database: pg.PoolConfig;
  place: CalibratorData;
};
const config = readConfig();
const log = openLog(config.logLevel);
const db = connect(database, { prepare: true }, log);
const app = buildBareApp({
  config,
  log,
  sessions: openSessions(db, config, systemClock),
  throttle: openThrottle(db, config, systemClock),
});

for (const [index, { type, body }] of texts.entries()) {
  // Cached as in the product: pages as bytes, data as text, sent together with the headers.
  const ready = type.startsWith('text/html') ? Buffer.from(body) : body;
  app.get(`/text/${index}/`, async (_request, reply) => reply.type(type).send(ready));
}

registerReads(app, db, place);
registerWrites(app, db);

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const stored = await hash('a password to compare', parameters);
app.post('/argon2id/', async () => ({ same: await verify(stored, 'a password to compare') }));

const bare = Fastify();
bare.get('/hello/', async () => ({ hello: 'world' }));

const address = await app.listen({ port: 0, host: '127.0.0.1' });
const bareAddress = await bare.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ ready: address, bare: bareAddress });
process.on('disconnect', () => process.exit(0));
