import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { borrowEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { type Call, calls } from './calls.ts';
import { capacity } from './capacity.ts';
import { communityCalls } from './community-calls.ts';
import { fanOut } from './fan-out.ts';
import { growth } from './growth.ts';
import { ask, load } from './load.ts';
import { lookUp } from './look-up.ts';
import { memoryOf, startCalibrators, startServer, stop, stopAll, workFolder } from './processes.ts';
import { loadSet, sets, type SetName } from './sets.ts';
import { measure } from './measure.ts';
import { signInPatients } from './patients.ts';
import { post } from './post.ts';

// npm run bench: the product's calls compared with calibrators, alternately (A B A B), as ratios; absolute figures differ between
// machines. Options: --set small|big|large|huge, --seconds N (of each turn), --json, and words that select calls by name.
// npm run bench -- fanout: the latency of a message to everybody in a room. Options: --connections 2000,5000, --rate N (messages
// a second), --seconds N, --json.
// npm run bench -- capacity 10000 1000000: the resources for these numbers of accounts, calculated from measured costs.
// npm run bench -- growth: a page of each list among a million rows, compared with the same among a thousand. Options: --data FOLDER,
// where the two installations stay for the next time, and words that select lists.
// npm run bench -- web: every public page on a phone with a slow connection. Options: --set, --runs N (how often each page is
// opened), --json, and words that select pages by their address.
// npm run bench -- lighthouse: the scores of Lighthouse for every public page, if it is installed. Options: --set, --json, and words
// that select pages by their address.

const { values, positionals } = parseArgs({
  options: {
    set: { type: 'string', default: 'small' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '2000,5000' },
    rate: { type: 'string', default: '5' },
    data: { type: 'string' },
    runs: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const set = values.set as SetName;
if (!Object.hasOwn(sets, set)) throw new Error(`--set is one of ${Object.keys(sets).join(', ')}`);
const seconds = Number(values.seconds ?? 1);

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const account = { username: 'bench.reader', password: 'a quiet morning in Pune' };
const work = workFolder();
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** An access token of a newly registered patient. */
async function signUp(base: string) {
  await post(base, '/register/user/', { ...account, email: 'bench@example.org' });
  const { access } = await post<{ access: string }>(base, '/token/', account);
  await post(base, '/register/user/basic/', { name: 'Reader', about: 'Reads.', phone: '+91 20 0000 0000' }, access);
  return access;
}

async function mustBeRight(base: string, call: Call, token: string) {
  const answer = await ask(base, call, token);
  if (answer.status !== (call.status ?? 200) || !call.right(answer))
    throw new Error(`${call.name} answers wrongly: ${answer.status}`);
  return { type: answer.type, body: answer.text };
}

/** Fills an empty installation, and returns its ids. */
async function fill() {
  await stop((await startServer(work.folder)).child);
  const database = await borrowEmbeddedPostgres({ dataDir: work.dataDir, log: quiet });
  await loadSet(database.owner, set);
  const found = await lookUp(database.owner);
  await database.stop();
  return found;
}

async function bench() {
  const { version, ...place } = await fill();
  const server = await startServer(work.folder);
  const base = server.ready.ready;
  await sleep(1000);
  const atRest = memoryOf(server.child);
  const { app, owner } = await borrowEmbeddedPostgres({ dataDir: work.dataDir, log: quiet });
  let token = await signUp(base);
  const { patients, patient, renew, again } = await signInPatients(
    { owner, dataDir: work.dataDir },
    { count: 3000, reader: account.username, provider: place.provider },
  );

  const all = [
    ...calls(place, { ...account, patients, set: sets[set] }),
    ...communityCalls(place, patients, sets[set]),
  ];
  const chosen = all.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
  const texts: { type: string; body: string }[] = [];
  const textAt = new Map<Call, number>();
  for (const call of chosen) {
    const text = await mustBeRight(base, call, token);
    if (call.limit === 'text') textAt.set(call, texts.push(text) - 1);
  }
  const calibrators = await startCalibrators(work.folder, { texts, database: app, place: { ...place, patient } });
  const limitOf = (call: Call) =>
    `${calibrators.ready.ready}/${call.limit === 'text' ? `text/${textAt.get(call)}` : call.limit}/`;

  const table = [];
  let underLoad = atRest;
  for (const call of chosen) {
    renew();
    token = again(token);
    const limit = call.limit === 'none' ? undefined : { ...calibrators, url: limitOf(call) };
    table.push(await measure(call, { ...server, url: base + call.path }, limit, token, seconds));
    underLoad = Math.max(underLoad, memoryOf(server.child));
    await mustBeRight(base, call, token);
  }
  const hello = await load(`${calibrators.ready.bare}/hello/`, {}, token, seconds);
  return {
    about: {
      set,
      machine: `${machine}, PostgreSQL ${version}`,
      'bare Fastify hello, req/s': Math.round(hello.rate),
      'warm start to the first answer, ms (goal 2000)': Math.round(server.ms),
      'server at rest, MB (goal 120)': atRest,
      'server under load, MB (goal 250)': underLoad,
      'first load (goals 88000 and 10000)': spawnSync(process.execPath, ['scripts/size.mjs'], {
        encoding: 'utf8',
      }).stdout.trim(),
    },
    calls: table,
  };
}

function print(about: Record<string, string | number>, name: string, table: object[]) {
  if (values.json) return console.log(JSON.stringify({ ...about, [name]: table }));
  for (const [what, value] of Object.entries(about)) console.log(`${what}: ${value}`);
  console.table(table);
}

/** The product, filled and started, and the pages to measure. */
async function productWithPages() {
  const { speciality } = await fill();
  const { ready } = await startServer(work.folder);
  return { base: ready.ready, speciality, words: positionals.slice(1) };
}

async function web() {
  // The other benchmarks need no browser.
  const { webPages } = await import('./web.ts');
  const { about, opened } = await webPages({ ...(await productWithPages()), runs: Number(values.runs) });
  print({ set, machine, ...about }, 'opened', opened);
}

async function lighthouse() {
  const { installedLighthouse, lighthouseScores } = await import('./lighthouse.ts');
  const installed = await installedLighthouse();
  print({ set, machine }, 'scores', await lighthouseScores(installed, await productWithPages()));
}

try {
  if (positionals[0] === 'fanout') {
    const asked = { rate: Number(values.rate), seconds: Number(values.seconds ?? 10) };
    const connections = values.connections.split(',').map(Number);
    print({ machine, ...asked }, 'fanout', await fanOut(work, { ...asked, connections }));
  } else if (positionals[0] === 'capacity') {
    const accounts = positionals.length > 1 ? positionals.slice(1).map(Number) : [1e4, 1e6, 1e8];
    print({}, 'capacity', accounts.map(capacity));
  } else if (positionals[0] === 'growth') {
    print({ machine }, 'growth', await growth(values.data ?? work.folder, positionals.slice(1)));
  } else if (positionals[0] === 'web') {
    await web();
  } else if (positionals[0] === 'lighthouse') {
    await lighthouse();
  } else {
    const { about, calls: table } = await bench();
    print(about, 'calls', table);
  }
} finally {
  await stopAll();
  work.remove();
}
