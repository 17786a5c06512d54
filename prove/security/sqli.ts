import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddressInfo } from 'node:net';
import fc from 'fast-check';
import pg from 'pg';
import { closing } from '../tools/closing.ts';
import { type Hands, withHostileFields } from '../tools/hostile-fields.ts';
import { progressOf } from '../tools/progress.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';

const atOnce = 6;
const witness = ['/usr/bin/sqlmap', '/usr/local/bin/sqlmap'].find((path) => existsSync(path));

/** Lists that are searched, filtered and paged by URL parameters. */
const publicAddresses = [
  '/providers/?q=heart&limit=5',
  '/apis/help-center/?q=sleep&limit=5',
  '/speciality/?q=heart&limit=5',
  '/apis/blogs/?limit=5&cursor=abc',
  '/providers/speciality/1*/?q=a',
];
const staffAddresses = [
  '/api/admin/users/?q=a&limit=5',
  '/api/admin/audit/?username=admin&limit=5',
  '/api/admin/users/1*/',
  '/apis/moderation/?limit=5',
];

/** S15: the findings of Debian's sqlmap in URL parameters, and server faults caused by hostile strings in every field. */
export async function sqli(size: Size): Promise<Figure> {
  const strings = sized(size, 1500, 5000, 20_000);
  return await withHostileFields(async (hands) => {
    // CI has no sqlmap: it only tries the strings.
    const found = witness === undefined || size.small ? undefined : await ask(witness, hands, size.full);
    const { tried, faults } = await tryStrings(hands, strings);
    return {
      figure: 'S15 findings of sqlmap at level 3; faults over hostile strings in every field',
      value: {
        sqlmap: found ?? 'not installed (Debian: apt-get install sqlmap)',
        strings: tried,
        fields: hands.places.length,
        faults: faults.length,
        ...(faults.length === 0 ? {} : { first: faults.slice(0, 10) }),
      },
      target: '0 findings, each address looked at to its end, a planted one found; 0 faults of ${strings}',
      ok:
        (size.small ||
          (found !== undefined &&
            found.injectable.length === 0 &&
            found.unfinished.length === 0 &&
            found.finds_a_planted_one)) &&
        faults.length === 0 &&
        tried >= strings,
    };
  });
}

async function ask(command: string, { server, owner, staffToken }: Hands, full: boolean) {
  const planted = await openPlanted(owner);
  const look = (url: string, token?: string) => witnessOf(command, url, { full, token });
  const control = await look(`${planted.url}/?id=1`);
  planted.close();
  const seen: Record<string, Verdict> = {};
  for (const address of publicAddresses) seen[address] = await look(server + address);
  for (const address of staffAddresses) seen[address] = await look(server + address, await staffToken());
  const having = (verdict: Verdict) => Object.keys(seen).filter((address) => seen[address] === verdict);
  return {
    addresses: Object.keys(seen).length,
    signed_in: staffAddresses.length,
    injectable: having('injectable'),
    unfinished: having('unfinished'),
    finds_a_planted_one: control === 'injectable',
  };
}

type Verdict = 'injectable' | 'clean' | 'unfinished';

interface Looking {
  /** Including time-based and stacked queries. */
  full: boolean;
  token: string | undefined;
}

async function witnessOf(command: string, url: string, { full, token }: Looking): Promise<Verdict> {
  const output = mkdtempSync(join(tmpdir(), 'carecommons-sqlmap-'));
  const child = spawn(
    command,
    ['-u', url, '--batch', '--level=3', '--risk=1', '--dbms=PostgreSQL', '--threads=4']
      .concat([`--technique=${full ? 'BEUST' : 'BEU'}`])
      .concat(token === undefined ? [] : [`--headers=Authorization: Bearer ${token}`])
      .concat(['--ignore-code=400', '--flush-session', '--disable-coloring', `--output-dir=${output}`])
      // Headers are handled equally for every address, and reach no query.
      .concat(['--skip=User-Agent,Referer,Host,Cookie']),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const close = closing(async () => {
    child.kill('SIGKILL');
    rmSync(output, { recursive: true, force: true });
  });
  const late = setTimeout(() => child.kill('SIGKILL'), full ? 900_000 : 75_000);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  clearTimeout(late);
  await close();
  if (/identified the following injection point|is vulnerable/.test(said)) return 'injectable';
  return /all tested parameters do not appear to be injectable/.test(said) ? 'clean' : 'unfinished';
}

/** A server with the vulnerability: a URL parameter is part of its SQL. */
async function openPlanted(owner: pg.ClientConfig) {
  const pool = new pg.Pool({ ...owner, max: 4 });
  const server = createServer((request, reply) => {
    const id = new URL(request.url ?? '/', 'http://planted').searchParams.get('id') ?? '';
    pool.query(`select name from specialities where id = ${id}`).then(
      ({ rows }) => reply.end(JSON.stringify(rows)),
      (error: unknown) => reply.end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    void pool.end();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

const pieces = fc.oneof(
  fc.constantFrom("'", '"', '`', '\\', '\0', '%', '_', '--', '/*', '*/', ';', '$1', '$$', ':', '::int', '(', ')', '||'),
  fc.constantFrom(
    ' or 1=1',
    " and 'a'='a",
    'union select null',
    '; select pg_sleep(9)',
    "E'\\x27'",
    'null',
    '\n',
    '\r',
  ),
  fc.constantFrom(
    '&',
    '|',
    '!',
    '<->',
    ':*',
    '"phrase',
    '-word',
    ' OR ',
    '\ud83d\ude00',
    '\u202e',
    '\u0000',
    '\ud800',
    '\ufeff',
    'नमस्ते',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const hostile = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

/** Puts strings into one field after the other, a few at a time. */
async function tryStrings({ places, put }: Hands, count: number) {
  const progress = progressOf('sqli', count);
  const samples = fc.sample(hostile, count);
  const faults: string[] = [];
  let next = 0;
  const hand = async () => {
    for (let n = next++; n < count; n = next++) {
      const place = places[n % places.length] as (typeof places)[number];
      const text = samples[n] as string;
      const { status } = await put(place, text);
      const { operation, name } = place.field;
      if (status >= 500) faults.push(`${operation.name} ${name}: ${status} ${JSON.stringify(text)}`);
      progress.step();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  return { tried: samples.length, faults };
}
