import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grants } from '@carecommons/contract/endpoint';
import { routes } from '../src/app.ts';
import { type TestApp, testApp } from './servers/app.ts';
import { type Person, signUp } from './fixtures/factories.ts';
import { request, sendRaw, upgrade } from './servers/raw-http.ts';

// What every route has in common against a hostile caller, whatever it does.

let t: TestApp;
let server: string;
let person: Person;
beforeAll(async () => {
  t = await testApp();
  person = await signUp(t, { grants: [...grants] });
  server = await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

const writes = routes.filter(({ endpoint }) => endpoint.method !== 'GET');
const lineOf = ({ endpoint: { method, path } }: (typeof routes)[number]) =>
  `${method} ${path.replaceAll(/:\w+/g, '1')}`;
const call = (line: string, headers: Record<string, string> = {}, body?: string) =>
  t.call(line, { as: person.access, headers, ...(body === undefined ? {} : { body }) });
const refused = async (line: string, headers: Record<string, string>, body: string) => {
  const answer = await call(line, headers, body);
  return [line, answer.status, answer.body?.code];
};

describe('who may call at all', () => {
  test('no write takes what a form of another site can send', async () => {
    for (const write of writes) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain; a=application/json']) {
        expect(await refused(lineOf(write), { 'content-type': type }, '{"a":1}')).toEqual([
          lineOf(write),
          415,
          'unsupported_type',
        ]);
      }
      const form = { 'content-type': 'multipart/form-data; boundary=x' };
      const [, status] = await refused(lineOf(write), form, '--x--\r\n');
      if (write.endpoint.upload === undefined) expect([lineOf(write), status]).toEqual([lineOf(write), 415]);
    }
  });

  test('no cookie and no address is a session', async () => {
    const cookie = `access=${person.access}; refresh=${person.refresh}; token=${person.access}`;
    const closed = routes.filter(({ endpoint }) => endpoint.access !== 'anyone').map(lineOf);
    for (const line of closed) {
      for (const url of [line, `${line}?access=${person.access}`]) {
        expect([line, (await t.call(url, { headers: { cookie } })).status]).toEqual([line, 401]);
      }
    }
  });

  const origins = [
    'https://evil.example',
    'null',
    'https://HOST.evil.example',
    'https://evilHOST',
    'file://',
    'http://HOST@evil.example',
  ];
  test.each(origins)('a page of %s reads nothing, writes nothing and hears nothing', async (pattern) => {
    const { host } = new URL(server);
    const origin = pattern.replace('HOST', host);
    for (const line of ['GET /current-user/', 'GET /speciality/', 'OPTIONS /current-user/', 'OPTIONS /token/']) {
      const preflight = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      const { headers } = await call(line, preflight);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    const heard = await sendRaw(server, upgrade('/live/', { host, origin }).replace('host: localhost\r\n', ''));
    expect(heard.status).toBe(403);
  });

  test('a page of this site hears', async () => {
    const { host, hostname, port } = new URL(server);
    const socket = connect(Number(port), hostname);
    socket.write(upgrade('/live/', { host, origin: `http://${host}` }).replace('host: localhost\r\n', ''));
    const line = await new Promise((resolve) => socket.once('data', (data) => resolve(data.toString().slice(0, 12))));
    socket.destroy();
    expect(line).toBe('HTTP/1.1 101');
  });
});

test.each(['websocket', 'h2c', 'TLS/1.2'])('an upgrade to %s is ignored where there is none', async (kind) => {
  for (const path of ['/healthz/live/', '/providers/', '/speciality/?limit=1']) {
    const asked = { connection: 'upgrade, close', upgrade: kind };
    const { status, headers } = await sendRaw(
      server,
      request(`GET ${path}`, asked).replace('connection: close\r\n', ''),
    );
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  }
});

describe('what two readers could take for two things', () => {
  const parameters = [
    'limit=1&limit=2',
    'page=1',
    'q=a&q=b',
    'limit[]=1',
    'q[a]=1',
    '__proto__=1',
    '__proto__[a]=1',
    'constructor=1',
  ];
  const numbers = [
    'limit=-0',
    'limit=1e400',
    'limit=9007199254740993',
    'limit=0x10',
    'limit=NaN',
    'limit=',
    'limit=1000000000',
  ];
  test.each([...parameters, ...numbers])('the query %s is refused', async (query) => {
    const answer = await call(`GET /speciality/?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
  });

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1));
  const json = { 'content-type': 'application/json' };
  test.each([
    ['a field twice', '{"problem":"a","problem":"b"}', 'The body names a field twice.', 'problem'],
    [
      'a field twice, once escaped',
      String.raw`{"problem":"a","\u0070roblem" : "b"}`,
      'The body names a field twice.',
      'problem',
    ],
    ['a field twice further in', '[{"a":{"b":[1,{"c":1,"d":2,"c":3}]}}]', 'The body names a field twice.', '0.a.b.1.c'],
    ['a number without end', '{"problem":1e400}', 'The body holds a number that is out of range.', 'problem'],
    ['a negative zero', '{"problem":-0}', 'The body holds a number that is out of range.', 'problem'],
    ['2^53 + 1', '{"problem":[1,9007199254740993]}', 'The body holds a number that is out of range.', 'problem.1'],
    ['33 levels', deep(33), 'The body is nested more than 32 deep.'],
    ['1,001 in a list', list(1001), 'The body holds a list of more than 1000.'],
    ['a prototype', '{"__proto__":{"polluted":1}}', 'The body is not valid JSON.'],
    ['an escaped prototype', String.raw`{"\u005f_proto__":{"polluted":1}}`, 'The body is not valid JSON.'],
    ['a constructor', '{"constructor":{"prototype":{"polluted":1}}}', 'The body is not valid JSON.'],
    ['half of it', '{"problem":"a', 'The body is not valid JSON.'],
    ['two of them', '{"problem":"a"}{}', 'The body is not valid JSON.'],
  ])('a body with %s is refused, naming the field where it is one', async (_, body, message, field?: string) => {
    const answer = await call('POST /apis/help-center/create/', json, body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(answer.body.errors).toEqual(field === undefined ? [] : [{ field, message }]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test.each([
    ['32 levels', deep(32)],
    ['1,000 in a list', list(1000)],
    ['the same field in two objects, and in a text', '[{"a":1},{"a":"\\"a\\":1,\\"a\\":2"},{"b":{"a":1},"a":-0.5}]'],
    ['2^53 - 1', '{"a":9007199254740991,"b":-1.5e-3}'],
  ])('a body with %s is read', async (_, body) => {
    const { status, body: answer } = await call('POST /apis/help-center/create/', json, body);
    expect([status, answer.errors.length > 0]).toEqual([400, true]);
  });
});

const framings: Record<string, string> = {
  'a length and chunks': 'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'two lengths': 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  'a length with a sign': 'content-length: +2\r\n\r\n{}',
  'chunks that are not the last coding': 'transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n',
  'an unknown coding': 'transfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
  'a blank before the colon': 'content-length : 2\r\n\r\n{}',
  'a header over two lines': 'x-a: b\r\n content-length: 2\r\n\r\n{}',
  'a chunk whose length is none': 'transfer-encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n',
};
test.each(Object.keys(framings))(
  'a request whose end two readers could see in two places is refused: %s',
  async (kind) => {
    const head =
      'POST /logout/ HTTP/1.1\r\nhost: care.example\r\nconnection: close\r\ncontent-type: application/json\r\n';
    const smuggled = request('GET /healthz/live/');
    const { status, text } = await sendRaw(server, head + framings[kind] + smuggled);
    expect(status).toBe(400);
    expect(text).not.toContain('HTTP/1.1 200');
  },
);

describe('how much is taken', () => {
  const bodyOf = (bytes: number) => {
    const frame = JSON.stringify({ refresh_token: '' }).length;
    return JSON.stringify({ refresh_token: 'a'.repeat(bytes - frame) });
  };
  const post = (body: string) =>
    `${request('POST /logout/', { 'content-type': 'application/json', 'content-length': String(body.length) })}${body}`;
  const get = (length: number) => request(`GET /speciality/?q=${'a'.repeat(length - '/speciality/?q='.length)}`);
  const headed = (bytes: number) => request('GET /healthz/live/', { 'x-more': 'a'.repeat(bytes) });

  test.each([
    ['1 MiB of body', 200, () => post(bodyOf(1_048_576))],
    ['one byte more', 413, () => post(bodyOf(1_048_577))],
    ['8 KiB of address', 400, () => get(8192)],
    ['one character more', 414, () => get(8193)],
    ['nearly 16 KiB of headers', 200, () => headed(16_000)],
    ['more than 16 KiB of headers', 431, () => headed(16_384)],
  ])('%s: %s', async (_, status, bytes) => {
    expect((await sendRaw(server, bytes())).status).toBe(status);
  });

  test('a body without an end is cut where it is too large', async () => {
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const head = request('POST /logout/', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    expect((await sendRaw(server, head + chunk.repeat(17))).status).toBe(413);
  });
});

describe('behind a proxy, and without one', () => {
  const lies = {
    'x-forwarded-for': '203.0.113.77',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-real-ip': '203.0.113.77',
    forwarded: 'for=203.0.113.77;host=evil.example',
  };
  const failing = { 'content-type': 'application/json' };
  const logIn = (on: TestApp, username: string, ip: string, headers = {}) =>
    on.call('POST /token/', { body: { username, password: 'wrong' }, ip, headers: { ...failing, ...headers } });

  test.each([
    ['', '198.51.100.1'],
    ['10.0.0.0/8', '198.51.100.1'],
  ])('with TRUST_PROXY=%j a caller from %s says nothing about where it comes from', async (trusted, ip) => {
    const on = await testApp({ RATE_LIMIT: 'on', TRUST_PROXY: trusted });
    const links = await on.call('GET /robots.txt', { ip, headers: { host: 'localhost:3000', ...lies } });
    const feed = await on.call('GET /feed.xml', { ip, headers: { host: 'localhost:3000', ...lies } });
    expect(links.text).toContain('http://localhost:3000/');
    expect(links.text + feed.text).not.toContain('evil');
    // Twenty failures of one address, each saying that it comes from another one.
    const statuses = [];
    for (let n = 0; n < 21; n++) {
      const said = { 'x-forwarded-for': `203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}` };
      statuses.push((await logIn(on, `nobody-${n % 9}`, ip, said)).status);
    }
    await on.close();
    expect(statuses.at(-1)).toBe(429);
  });

  test('a proxy that is trusted names the caller: the last address that is not its own', async () => {
    const on = await testApp({ RATE_LIMIT: 'on', TRUST_PROXY: '10.0.0.0/8' });
    const from = (client: string) => ({ 'x-forwarded-for': `192.0.2.1, ${client}, 10.0.0.7` });
    const statuses = [];
    for (let n = 0; n < 22; n++)
      statuses.push((await logIn(on, `nobody-${n}`, '10.0.0.1', from('198.51.100.9'))).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.at(-1)).toBe(429);
    expect((await logIn(on, 'nobody-22', '10.0.0.1', from('198.51.100.10'))).status).toBe(401);
    await on.close();
  });

  test('nobody from outside passes for the server itself', async () => {
    const on = await testApp({ RATE_LIMIT: '0.001', TRUST_PROXY: '10.0.0.0/8' });
    const asServer = { 'x-forwarded-for': '0.0.0.0' };
    const ask = () => on.call('GET /healthz/live/', { ip: '10.0.0.1', headers: asServer });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    await on.close();
  });
});
