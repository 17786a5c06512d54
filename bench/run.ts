import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { borrowEmbeddedPostgres } from '../apps/server/src/core/embedded-postgres.ts';
import { calls, type Call } from './calls.ts';
import { memoryOf, startCalibrators, startServer, stop, stopAll, workFolder } from './processes.ts';
import { loadSet, sets, type SetName } from './sets.ts';

// npm run bench: the product's calls beside calibrators, in turn (A B A B), as ratios; absolute figures differ from machine
// to machine. Options: --set small|big|huge, --seconds N (of each turn), --json, and words that choose calls by name.

const { values, positionals } = parseArgs({
  options: {
    set: { type: 'string', default: 'small' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const set = values.set as SetName;
if (!Object.hasOwn(sets, set)) throw new Error(`--set is one of ${Object.keys(sets).join(', ')}`);

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const work = workFolder();

/** Requests a second, and milliseconds that half and all but one in a hundred of the answers took at most. */
interface Figures {
  rate: number;
  p50: number;
  p99: number;
  failed: number;
}

async function load(url: string, call: Call | undefined, token: string): Promise<Figures> {
  let counter = 0;
  const request = {
    method: call?.method ?? ('GET' as const),
    headers: {
      accept: call?.html === true ? 'text/html' : 'application/json',
      ...(call?.token === true ? { authorization: `Bearer ${token}` } : {}),
      ...(call?.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call?.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call?.unique === true
      ? {
          setupRequest: (made: autocannon.Request) => ({ ...made, path: `${new URL(url).pathname}?q=r${counter++}` }),
        }
      : {}),
  };
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections: 64,
    duration: Number(values.seconds),
    requests: [request],
  });
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}

async function ask(base: string, call: Call, token: string) {
  const answer = await fetch(base + call.path, {
    method: call.method ?? 'GET',
    headers: {
      accept: call.html === true ? 'text/html' : 'application/json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

const mean = (figures: Figures[], of: keyof Figures) => figures.reduce((sum, one) => sum + one[of], 0) / figures.length;

try {
  await stop((await startServer(work.folder)).child);
  const database = await borrowEmbeddedPostgres({ dataDir: work.dataDir, log: quiet });
  await loadSet(database.owner, set);
  await database.stop();

  const server = await startServer(work.folder);
  const base = server.ready.ready;
  const atRest = memoryOf(server.child);
  const { app } = await borrowEmbeddedPostgres({ dataDir: work.dataDir, log: quiet });
  const account = { username: 'bench.reader', password: 'a quiet morning in Pune' };
  const post = (path: string, body: unknown, token = '') =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  await post('/register/user/', { ...account, email: 'bench@example.org' });
  const { access: token } = (await (await post('/token/', account)).json()) as { access: string };
  await post('/register/user/basic/', { name: 'Reader', about: 'Reads.', phone: '+91 20 0000 0000' }, token);

  const provider = 4;
  const chosen = calls({ provider, ...account, providers: sets[set].providers }).filter(
    ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  const texts: { type: string; body: string }[] = [];
  const textAt = new Map<Call, number>();
  for (const call of chosen) {
    const answer = await ask(base, call, token);
    if (answer.status !== 200 || !call.right(answer)) throw new Error(`${call.name} answers wrongly: ${answer.status}`);
    if (call.limit === 'text') textAt.set(call, texts.push({ type: answer.type, body: answer.text }) - 1);
  }
  const calibrators = await startCalibrators(work.folder, { texts, database: app, providerId: provider });
  const limitOf = (call: Call) => {
    if (call.limit === 'text') return `${calibrators.ready.address}/text/${textAt.get(call)}/`;
    return `${calibrators.ready.address}/${call.limit}/`;
  };

  const table = [];
  let underLoad = atRest;
  for (const call of chosen) {
    const limits: Figures[] = [];
    const ours: Figures[] = [];
    for (let turn = 0; turn < 2; turn++) {
      const same = call.limit === 'argon2id' ? { ...call, path: '', body: {} } : undefined;
      if (call.limit !== 'none') limits.push(await load(limitOf(call), same, token));
      ours.push(await load(base + call.path, call, token));
      underLoad = Math.max(underLoad, memoryOf(server.child));
    }
    const rate = mean(ours, 'rate');
    const ratio = call.limit === 'none' ? undefined : rate / mean(limits, 'rate');
    const failed = ours.reduce((sum, one) => sum + one.failed, 0);
    table.push({
      call: call.name,
      'req/s': Math.round(rate),
      p50: mean(ours, 'p50'),
      p99: mean(ours, 'p99'),
      limit: call.limit === 'none' ? '' : `${Math.round(mean(limits, 'rate'))} ${call.limit}`,
      ratio: ratio === undefined ? '' : ratio.toFixed(2),
      goal: call.goal,
      ok: (ratio ?? rate) >= call.goal && failed === 0,
    });
  }
  const hello = await load(`${calibrators.ready.bareAddress}/hello/`, undefined, token);
  const about = {
    set,
    machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    'bare Fastify hello, req/s': Math.round(hello.rate),
    'warm start to ready, ms': Math.round(server.ms),
    'server at rest, MB': atRest,
    'server under load, MB': underLoad,
  };
  if (values.json) console.log(JSON.stringify({ ...about, calls: table }));
  else {
    for (const [name, value] of Object.entries(about)) console.log(`${name}: ${value}`);
    console.table(table);
  }
} finally {
  await stopAll();
  work.remove();
}
