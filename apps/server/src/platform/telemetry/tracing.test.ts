import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type ReceivedSpan, startTraceReceiver } from '../../../test/servers/trace-receiver.ts';
import { enqueue, openJobs } from '../jobs/jobs.ts';
import { openTracer } from './trace-export.ts';
import { spanned, setTracer } from './tracing.ts';

// What a collector gets, from a server with a real exporter.

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const proxy = '10.1.2.3';
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
let t: TestApp;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.address;
  process.env.OTEL_SERVICE_NAME = 'care-in-pune';
  t = await testApp({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address, TRUST_PROXY: proxy });
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_SERVICE_NAME;
  await t.close();
  receiver.close();
});
// The server's own goes on; each test has a tracer whose end it can wait for.
beforeEach(() => {
  receiver.spans.length = 0;
});

/** What arrives of what `work` does. */
async function spansOf(work: () => Promise<unknown>, share = 1): Promise<ReceivedSpan[]> {
  const tracer = openTracer({ share }, quiet);
  setTracer(tracer);
  await work();
  // The end of a request is told when its answer has gone out.
  await new Promise((resolve) => setImmediate(resolve));
  await tracer.stop();
  return receiver.spans;
}

const told = ({ attributes }: ReceivedSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};
const named = (spans: ReceivedSpan[], name: string | RegExp) =>
  spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));

test('a request is a span by the pattern of its route, and its statements lie within', async () => {
  const spans = await spansOf(() => t.call('GET /providers/987654321/'));
  const [request] = named(spans, /^GET \/providers\/:/);
  expect(request?.kind).toBe(2);
  expect(told(request as ReceivedSpan, 'http.response.status_code')).toBe(200);
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(statement.traceId).toBe(request?.traceId);
    expect(statement.name).toMatch(/^select \w+$/);
    expect(told(statement, 'db.query.text')).toContain('$1');
    expect(BigInt(statement.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(statement.startTimeUnixNano));
  }
  expect(JSON.stringify(receiver.resources.at(-1))).toContain('care-in-pune');
});

test('statements after a body was read still belong to their request', async () => {
  const body = { username: 'a.word.of.somebody', password: 'another word of somebody' };
  const spans = await spansOf(() => t.call('POST /token/', { body }));
  const [request] = named(spans, 'POST /token/');
  expect(spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId).length).toBeGreaterThan(0);
});

test('nothing that somebody wrote, and no address, is in a span', async () => {
  const word = 'a-very-private-matter';
  await spansOf(async () => {
    await t.call(`GET /providers/?q=${word}`);
    await t.call(`GET /${word}/?token=${word}`, { headers: { authorization: `Bearer ${word}`, cookie: word } });
    await t.call('POST /token/', { body: { username: word, password: word } });
    await t.call('POST /register/user/', { body: { username: word, email: `${word}@example.org`, password: word } });
    await sql`select ${word}::text as word`.execute(t.db);
    await sql`select ${word}::integer`.execute(t.db).catch(() => {});
    await spanned('fails', { kind: 'internal' }, async () => {
      throw new Error(`a sentence with ${word}`);
    }).catch(() => {});
  });
  expect(named(receiver.spans, 'fails')[0]?.status.code).toBe(2);
  expect(receiver.spans.length).toBeGreaterThan(5);
  expect(receiver.said()).not.toContain(word);
  expect(receiver.said()).not.toContain('127.0.0.1');
});

test.each([
  ['a trusted proxy', proxy, true],
  ['anybody else', '203.0.113.9', false],
])('the trace that %s began', async (_who, ip, goesOn) => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const spans = await spansOf(() => t.call('GET /healthz/ready/', { ip, headers }));
  const [request] = named(spans, 'GET /healthz/ready/');
  expect(request?.traceId === traceId).toBe(goesOn);
  expect(request?.parentSpanId === 'b7ad6b7169203331').toBe(goesOn);
});

test.each([
  '',
  'x',
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-',
])('a trace header that makes no sense begins a new trace: "%s"', async (traceparent) => {
  const spans = await spansOf(() => t.call('GET /healthz/live/', { ip: proxy, headers: { traceparent } }));
  expect(named(spans, 'GET /healthz/live/')[0]).not.toHaveProperty('parentSpanId');
});

test('what a proxy does not keep is not sent, and of what begins here a share is kept', async () => {
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };
  expect(await spansOf(() => t.call('GET /healthz/ready/', { ip: proxy, headers }))).toEqual([]);
  expect(await spansOf(() => t.call('GET /healthz/ready/'), 0)).toEqual([]);
});

test('a try of a job is a trace, with what it asks of the database', async () => {
  await t.db.transaction().execute((tx) => enqueue(tx, { kind: 'letter', payload: 'private' }, t.clock.now()));
  const work = t.instruments.ofWork({ letter: async () => void (await sql`select 1 as one`.execute(t.db)) });
  const spans = await spansOf(() => openJobs(t.db, work, quiet).runDue());
  const [job] = named(spans, 'job letter');
  expect(job?.kind).toBe(5);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name)).toContain('select');
  expect(JSON.stringify(spans)).not.toContain('private');
});

test('writing, keeping and opening files are spans', async () => {
  const spans = await spansOf(async () => {
    const draft = await t.files.write(Readable.from([Buffer.from('a report')]), 100, 7);
    const kept = await draft.commit();
    await (await t.files.open({ ...kept, owner: 7 })).close();
    await t.files.open({ ...kept, file: 'f'.repeat(40) }).catch(() => {});
  });
  expect(named(spans, /^file /).map(({ name, status }) => [name, status.code ?? 0])).toEqual([
    ['file write', 0],
    ['file keep', 0],
    ['file open', 0],
    ['file open', 2],
  ]);
});

test('a collector that is away costs a line in the log, and nothing else', async () => {
  const lines: string[] = [];
  const address = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9';
  const tracer = openTracer({ share: 1 }, { ...quiet, warn: (_fields, message) => lines.push(message) });
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = address;
  setTracer(tracer);
  expect((await t.call('GET /healthz/ready/')).status).toBe(200);
  await tracer.stop();
  expect(lines.length).toBeLessThanOrEqual(1);
});

test('without the settings neither package is loaded', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(new URL('../../app.ts', import.meta.url).href)});
    const { openInstruments } = await import(${JSON.stringify(new URL('instruments.ts', import.meta.url).href)});
    const count = (word) => loaded.filter((url) => url.includes('/node_modules/' + word)).length;
    const counts = () => [count('prom-client'), count('@opentelemetry')];
    await openInstruments({ metrics: undefined, tracing: undefined });
    const off = counts();
    await openInstruments({ metrics: { host: '127.0.0.1', port: 0 }, tracing: { share: 1 } });
    console.log(JSON.stringify({ off, on: counts().map((number) => number > 0) }));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual({ off: [0, 0], on: [true, true] });
});
