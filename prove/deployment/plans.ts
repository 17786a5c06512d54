import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type Call, calls } from '../../bench/calls.ts';
import { communityCalls } from '../../bench/community-calls.ts';
import { lookUp } from '../../bench/look-up.ts';
import { signInPatients } from '../../bench/patients.ts';
import { loadSet, sets } from '../../bench/sets.ts';
import { closing } from '../tools/closing.ts';
import { asOwnerOf, endOne, startOne } from '../tools/one-server.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { joinAs, password, signUp } from '../tools/two-servers.ts';

// A sequential scan of a table with fewer rows is right.
const smallTable = 300;
const visitsOfEach = 8;
const told = new URL('../tools/tell-statements.ts', import.meta.url).pathname;

// Besides the benchmark: lists and rows that people read all the time.
const ofPatients = [
  '/current-user/',
  '/api/aappointments/',
  '/api/visits-in-brief/',
  '/api/notifications/',
  '/api/notifications/unread/',
  '/api/records/',
  '/api/shares/',
  '/api/calendars/',
  '/apis/help-center/own/',
  '/apis/blocks/',
  '/account/sessions/',
];
const ofProviders = [
  '/register/provider/',
  '/api/upcoming-provider/',
  '/api/appointments/provider/',
  '/api/requests-to-answer/',
  '/api/visits-to-close/',
  '/api/provider-days/?span=week',
  '/api/records-provider/',
  '/api/records/waiting/',
  '/api/schedule/',
  '/api/leaves/',
  '/api/shares/with-me/',
];

interface Sent {
  statement: string;
  values: unknown[];
}

/**
 * No frequent query scans a whole table: plans every statement that the product sends for the benchmark's calls and the usual
 * lists, on twenty times the big data set.
 */
export async function plans(size: Size): Promise<Figure> {
  const set = sized(size, 'small', 'large', 'huge');
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-plans-'));
  const server = await startOne(dataDir, { preloaded: told });
  const close = closing(async () => {
    await endOne(server, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const sent = new Map<string, unknown[]>();
  const listen = ({ statement, values }: Partial<Sent>) => {
    if (statement !== undefined && values !== undefined) sent.set(statement, values);
  };
  try {
    const figure = await asOwnerOf(dataDir, async (client, owner) => {
      await loadSet(owner, set);
      await addVisits(client);
      const asked = await requestsOf(server.address, dataDir, owner, set);
      server.child.on('message', listen);
      server.child.send({ tell: true });
      const refused = await askAll(server.address, asked);
      server.child.off('message', listen);
      const { whole, planned } = await wholeTables(client, sent);
      return {
        figure: 'plans of the hot paths: tables of more than 300 rows that are read whole',
        value: { set, calls: asked.length, refused, statements: planned, whole },
        // A sequential scan of a few hundred rows is right.
        target: size.small ? 'every call answered' : 'none; every call answered',
        ok: asked.length > 40 && planned > 60 && refused.length === 0 && (size.small || whole.length === 0),
      };
    });
    return figure;
  } finally {
    await close();
  }
}

interface Request extends Pick<Call, 'method' | 'path' | 'body'> {
  token?: string | undefined;
}

async function requestsOf(address: string, dataDir: string, owner: pg.ClientConfig, set: 'small' | 'large' | 'huge') {
  const place = await lookUp(owner);
  const [patient, provider] = [await joinAs(address, 'patient'), await joinAs(address, 'provider')];
  const account = await signUp(address);
  const reader = { count: 200, reader: account.username, provider: place.provider };
  const { patients } = await signInPatients({ owner, dataDir }, reader);
  const given = { username: account.username, password, patients, set: sets[set] };
  const benched = [...calls(place, given), ...communityCalls(place, patients, sets[set])];
  return [
    ...benched.map(({ method = 'GET', path, body, token, each }): Request => {
      const one = { method, path, body, token: token === true ? patients[0]?.token : undefined };
      return { ...one, ...each?.() };
    }),
    ...ofPatients.map((path): Request => ({ method: 'GET', path, token: patient.token })),
    ...ofProviders.map((path): Request => ({ method: 'GET', path, token: provider.token })),
    { method: 'GET', path: `/apis/help-center/${place.question}/`, token: patient.token } as Request,
  ];
}

/** Calls without the expected answer. */
async function askAll(address: string, requests: Request[]) {
  const refused: string[] = [];
  for (const { method = 'GET', path, body, token } of requests) {
    const answer = await fetch(address + path, {
      method,
      headers: {
        accept: path.split('?')[0]?.endsWith('/') === true && path !== '/' ? 'application/json' : 'text/html',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) refused.push(`${method} ${path}: ${answer.status}`);
  }
  return refused;
}

/** Thousands of past and future visits, requested, approved and done. */
async function addVisits(client: pg.Client) {
  await client.query(
    `insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
     select p.user_id, u.id, at, at + interval '30 minutes', 'Asia/Kolkata', tstzrange(at, at + interval '30 minutes'),
       'A cough that stays.', 'approved', now() - interval '90 days'
     from (select user_id, row_number() over (order by user_id) as place from providers limit 1000) p,
       generate_series(1, $1::int) n,
       lateral (select id from users where id <> p.user_id order by id offset p.place % 500 limit 1) u,
       lateral (select date_trunc('day', now()) + (n * 20 - 60) * interval '1 day' + interval '3 hours') t (at)`,
    [visitsOfEach],
  );
  await client.query('vacuum analyze appointments');
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function wholeTables(client: pg.Client, sent: ReadonlyMap<string, unknown[]>) {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'm') and reltuples > ${smallTable}`,
  );
  const large = new Set(rows.map(({ name }) => name));
  const whole: string[] = [];
  let planned = 0;
  for (const [statement, values] of sent) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(statement)) continue;
    const text = `explain (format json) ${statement}`;
    const explained = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(text, values.map(asSent));
    planned += 1;
    for (const { 'Node Type': kind, 'Relation Name': table = '' } of nodesOf(
      (explained.rows[0] as (typeof explained.rows)[0])['QUERY PLAN'][0].Plan,
    ))
      if (/Seq Scan/.test(kind) && large.has(table)) whole.push(`${table}: ${statement.replaceAll(/\s+/g, ' ')}`);
  }
  return { whole, planned };
}

/** The other process sends bytes as JSON writes them. */
function asSent(value: unknown) {
  const { type, data } = (value ?? {}) as { type?: string; data?: number[] };
  return type === 'Buffer' && data !== undefined ? Buffer.from(data) : value;
}
