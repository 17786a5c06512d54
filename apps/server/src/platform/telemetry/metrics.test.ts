import { connect } from 'node:net';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { openInstruments } from './instruments.ts';
import { enqueue, openJobs } from '../jobs/jobs.ts';
import { hashPassword } from '../auth/auth.ts';
import { StartError } from '../errors/errors.ts';
import { addQueueGauges } from './queue-gauges.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let t: TestApp;
beforeAll(async () => {
  t = await testApp({ METRICS_PORT: '0' });
});
afterAll(() => t.close());

async function scrape() {
  const answer = await fetch(`http://127.0.0.1:${t.metricsPort}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return await answer.text();
}

/** The value of a line, such as `name{label="word"}`; undefined where there is none. */
async function valueOf(line: string) {
  const found = (await scrape()).split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

const answered = (route: string, status = '2xx', method = 'GET') =>
  `carecommons_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

test('nothing but the metrics is to be had at their port, and they are nowhere else', async () => {
  const at = `http://127.0.0.1:${t.metricsPort}`;
  for (const path of ['/', '/healthz/live/', '/metrics/', '/metrics?a=b'])
    expect((await fetch(at + path)).status, path).toBe(404);
  expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await t.call('GET /metrics')).status).toBe(404);
});

test('answers are counted by the pattern of their route, and never by an address', async () => {
  await t.call('GET /providers/123456/');
  await t.call('GET /providers/123457/');
  await t.call('GET /nobody-knows-this-address/');
  await t.call('POST /token/', { body: { username: 'nobody.of.this.name', password: 'x' } });
  expect(await valueOf(answered('/providers/:provider_id/'))).toBe(2);
  expect(await valueOf(answered('(none)', '4xx'))).toBe(2);
  expect(await valueOf(answered('/token/', '4xx', 'POST'))).toBe(1);
  const text = await scrape();
  for (const word of ['123456', 'nobody-knows', 'nobody.of']) expect(text).not.toContain(word);
});

test('the counts of a histogram add up', async () => {
  await t.call('GET /healthz/live/');
  const of = (part: string, le = '') =>
    valueOf(`carecommons_http_request_duration_seconds_${part}{${le}method="GET",route="/healthz/live/",status="2xx"}`);
  const count = await of('count');
  expect(count).toBeGreaterThan(0);
  expect(await of('bucket', 'le="+Inf",')).toBe(count);
  expect(await of('bucket', 'le="5",')).toBeLessThanOrEqual(count as number);
  expect(await of('sum')).toBeGreaterThan(0);
});

test('a request is in flight until it is answered, or broken off', async () => {
  const inFlight = () => valueOf('carecommons_http_requests_in_flight');
  const { port } = new URL(await t.app.listen({ host: '127.0.0.1', port: 0 }));
  const before = (await valueOf('carecommons_http_requests_aborted_total')) ?? 0;
  const client = connect(Number(port), '127.0.0.1');
  client.write(
    'POST /token/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
  );
  await expect.poll(inFlight).toBe(1);
  client.destroy();
  await expect.poll(inFlight).toBe(0);
  expect(await valueOf('carecommons_http_requests_aborted_total')).toBe(before + 1);
});

test('jobs are counted by kind and state, and the oldest that is due tells for how long', async () => {
  await sql`delete from jobs`.execute(t.db);
  await t.db.transaction().execute(async (tx) => {
    for (const lane of ['a', 'a', undefined]) await enqueue(tx, { kind: 'push', payload: {}, lane }, t.clock.now());
    await enqueue(tx, { kind: 'letter', payload: { to: 'somebody@example.org' } }, t.clock.now());
  });
  await sql`update jobs set due_at = now() - interval '90 seconds' where kind = 'push'`.execute(t.db);
  await sql`update jobs set dead_at = now() where kind = 'letter'`.execute(t.db);
  // The server's own were looked up some seconds ago.
  const registry = new Registry();
  addQueueGauges(t.db, registry);
  const text = await registry.metrics();
  expect(text).toContain('carecommons_jobs{kind="letter",state="given_up"} 1\n');
  expect(text).toContain('carecommons_jobs{kind="push",state="waiting"} 2\n');
  expect(text).toContain('carecommons_jobs{kind="push",state="later"} 1\n');
  expect(text).toMatch(/^carecommons_jobs_late_seconds\{kind="push"\} 9\d\./m);
  expect(text).toContain('carecommons_database_up 1\n');
  expect(text).toMatch(/^carecommons_audit_unsealed \d/m);
  expect(text).not.toContain('somebody');
});

test('tries of jobs are timed, done or failed', async () => {
  await sql`delete from jobs`.execute(t.db);
  for (const payload of [1, 2])
    await t.db.transaction().execute((tx) => enqueue(tx, { kind: 'scan', payload }, t.clock.now()));
  const work = t.instruments.ofWork({
    async scan({ payload }) {
      if (payload === 2) throw new Error('no');
    },
  });
  await openJobs(t.db, work, quiet).runDue();
  expect(await valueOf('carecommons_job_duration_seconds_count{kind="scan",outcome="done"}')).toBe(1);
  expect(await valueOf('carecommons_job_duration_seconds_count{kind="scan",outcome="failed"}')).toBe(1);
});

test('statements are timed, and those that fail are counted by their class alone', async () => {
  const before = (await valueOf('carecommons_database_statement_duration_seconds_count')) ?? 0;
  await expect(sql`select 1 / ${0}::integer`.execute(t.db)).rejects.toThrow('division');
  expect(await valueOf('carecommons_database_errors_total{class="22"}')).toBe(1);
  expect(await valueOf('carecommons_database_statement_duration_seconds_count')).toBeGreaterThan(before);
  expect(await valueOf('carecommons_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(await valueOf('carecommons_database_waiting')).toBe(0);
});

test('hashing, caches and what the process is are told', async () => {
  const waiting = hashPassword('a heron in the rain', 'secret');
  expect(await valueOf('carecommons_password_hashing{state="running"}')).toBeGreaterThanOrEqual(0);
  await waiting;
  const hits = (await valueOf('carecommons_cache_answers_total{result="hit"}')) as number;
  await t.call('GET /speciality/');
  await t.call('GET /speciality/');
  expect(await valueOf('carecommons_cache_answers_total{result="hit"}')).toBeGreaterThan(hits);
  const text = await scrape();
  expect(text).toMatch(/carecommons_build_info\{version="[\d.]+",node="24[\d.]+"\} 1/);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
});

test('where the database does not answer, the metrics still do, and say so', { timeout: 30_000 }, async () => {
  const away = await testApp({ METRICS_PORT: '0' });
  onTestFinished(() => away.close());
  const holders = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const tx = await away.db.startTransaction().execute();
      return tx;
    }),
  );
  onTestFinished(async () => void (await Promise.all(holders.map((tx) => tx.rollback().execute()))));
  const text = await (await fetch(`http://127.0.0.1:${away.metricsPort}/metrics`)).text();
  expect(text).toMatch(/^carecommons_database_up 0$/m);
  expect(text).toMatch(/^carecommons_database_connections\{state="busy"\} 5$/m);
  expect(text).not.toMatch(/^carecommons_jobs\{/m);
});

test('a port that is taken stops the start with a sentence', async () => {
  const metrics = { host: '127.0.0.1', port: t.metricsPort as number };
  const another = await openInstruments({ metrics, tracing: undefined }, quiet);
  await expect(another.start(t.services)).rejects.toThrow(
    new StartError(`The metrics cannot be offered at METRICS_PORT ${metrics.port} of 127.0.0.1: EADDRINUSE.`),
  );
});
