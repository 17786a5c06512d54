import { endpoint as declareEndpoint, grants } from '@carecommons/contract/endpoint';
import { done } from '@carecommons/contract/fields';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../src/app.ts';
import { registerRoutes, type Route } from '../src/platform/routing/routing.ts';
import { type Answer, type TestApp, testApp } from './servers/app.ts';
import { signUp } from './fixtures/factories.ts';

/** The calls that need no account; every other one is refused without a session. */
const anonymous = [
  'POST /token/',
  'POST /token/refresh/',
  'POST /token/passkey/options/',
  'POST /token/passkey/',
  'POST /token/code/',
  'POST /logout/',
  'POST /register/user/',
  'POST /verify-email/',
  'POST /forgot-password/',
  'POST /reset-password/',
  'POST /reset-password/passkeys/',
  'GET /providers/',
  'GET /providers/:provider_id/',
  'GET /providers/speciality/:speciality_id/',
  'GET /providers/:provider_id/photo/:version/',
  'GET /speciality/',
  'GET /api/slots/:provider_id/',
  'GET /api/next-times/',
  'GET /api/booking-terms/:provider_id/',
  'GET /apis/blogs/',
  'GET /apis/help-center/',
  'GET /search/',
  'GET /search/urgency/',
  'GET /documents/:document/',
  // Its number, which only its person was told, is the authority: nobody can sign in to that account any more.
  'GET /receipts/:number/',
  'GET /healthz/live/',
  'GET /healthz/ready/',
  // A browser opens it without any header of ours: the signed link is the authority.
  'GET /files/records/:record_id/',
  'GET /files/verification/:file_id/',
  'GET /files/visits/:appointment_id/',
  'GET /files/exports/:export_id/',
  // The link and its passcode are the authority, or the signed link of what they have opened.
  'POST /api/shares/open/',
  'GET /files/shared/:record_id/',
  // A calendar program opens it, which signs in nowhere: the private address is the authority.
  'GET /calendars/:token/',
];

const nameOf = ({ endpoint }: Route) => `${endpoint.method} ${endpoint.path}`;
const addressOf = (name: string) => name.replaceAll(/:\w+/g, '1');
const guarded = routes.filter(({ endpoint }) => endpoint.access !== 'anyone');

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

function expectHeaders({ headers }: Answer) {
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('set-cookie');
}

/** Status and code of a refusal, after a look at its form. */
function problemOf({ status, headers, body }: Answer) {
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'detail', 'code', 'message', 'errors']);
  expect(body).toMatchObject({ type: 'about:blank', status, message: expect.stringMatching(/^[A-Z].+\.$/) });
  return [status, body.code];
}

test('the calls that need no account are exactly the named ones', () => {
  const open = routes.filter(({ endpoint }) => endpoint.access === 'anyone').map(nameOf);
  expect(open.toSorted()).toEqual(anonymous.toSorted());
});

test('no two routes have the same method and path', () => {
  expect(new Set(routes.map(nameOf)).size).toBe(routes.length);
});

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (name, { endpoint, cache }) => {
  test('has a path in the style of all, a sentence about itself, and takes no field unnamed', async () => {
    expect(endpoint.path).toMatch(/^\/((:?[a-z]+(_[a-z]+)*|[a-z]+(-[a-z]+)*)\/)+$/);
    expect(endpoint.summary).toMatch(/^[A-Z].+\.$/);
    const parameters = endpoint.path.match(/:\w+/g)?.map((one) => one.slice(1)) ?? [];
    for (const part of [endpoint.params, endpoint.query, endpoint.body]) {
      const named = part === endpoint.params ? Object.fromEntries(parameters.map((one) => [one, 1])) : {};
      const parsed = part?.safeParse({ ...named, surely_unknown: 1 });
      if (parsed !== undefined) expect(JSON.stringify(parsed.error?.issues)).toMatch(/surely_unknown|invalid_union/);
    }
  });

  test('answers with every header, and without a token refuses where it must', async () => {
    const answer = await t.call(addressOf(name));
    expectHeaders(answer);
    expect(answer.headers['content-type']).toMatch(/^application\/(problem\+)?json/);
    // Nobody is there yet, and nothing of theirs.
    const missing = endpoint.errors?.includes('not_found') ? [404] : [];
    if (endpoint.access === 'anyone') return expect([200, 400, ...missing]).toContain(answer.status);
    expect(cache).toBeUndefined();
    expect(problemOf(answer)).toEqual([401, 'not_signed_in']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });
});

test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])(
  'a token that is none opens no route: %j',
  async (token) => {
    for (const route of guarded)
      expect(problemOf(await t.call(addressOf(nameOf(route)), { as: token }))).toEqual([401, 'not_signed_in']);
  },
);

test('an expired session opens no route', async () => {
  const { access } = await signUp(t);
  expect((await t.call('GET /check/', { as: access })).status).toBe(200);
  t.clock.move(301_000);
  for (const route of guarded)
    expect(problemOf(await t.call(addressOf(nameOf(route)), { as: access }))).toEqual([401, 'not_signed_in']);
  t.clock.move(-301_000);
});

test('a route that asks for a grant refuses one who does not hold it', async () => {
  const { access } = await signUp(t);
  for (const route of guarded.filter(({ endpoint }) => endpoint.access !== 'signed-in')) {
    expect(problemOf(await t.call(addressOf(nameOf(route)), { as: access }))).toEqual([403, 'not_allowed']);
  }
});

// PostgreSQL stores no NUL: one that came as far would be a fault of ours.
test('an address with a character that cannot be stored is refused as one', async () => {
  const { access } = await signUp(t, { grants: [...grants] });
  const within = routes.filter(({ endpoint }) => endpoint.params !== undefined).map(nameOf);
  const answers = await Promise.all(within.map((name) => t.call(name.replaceAll(/:\w+/g, '%00'), { as: access })));
  expect(within.length).toBeGreaterThan(60);
  expect(within.filter((_, at) => !`${answers[at]?.status}`.startsWith('4'))).toEqual([]);
});

test('nor is such a character a fault of ours behind the question mark', async () => {
  const { access } = await signUp(t, { grants: [...grants] });
  const asked = routes.flatMap((one) => {
    const { shape = {} } = (one.endpoint.query ?? {}) as { shape?: object };
    return Object.keys(shape).map((key) => `${nameOf(one).replaceAll(/:\w+/g, '1')}?${key}=a%00`);
  });
  const answers = await Promise.all(asked.map((line) => t.call(line, { as: access })));
  expect(asked.length).toBeGreaterThan(60);
  expect(asked.filter((_, at) => (answers[at]?.status ?? 500) >= 500)).toEqual([]);
});

test.each(['GET /nothing/here/', 'POST /nothing/here/', 'DELETE /nothing/'])(
  '%s is not found, in the form of all',
  async (line) => {
    const answer = await t.call(line);
    expectHeaders(answer);
    expect(problemOf(answer)).toEqual([404, 'not_found']);
  },
);

test.each([undefined, '', 'everyone', null, {}])(
  'a server whose route declares the access %j does not start',
  async (access) => {
    const app = Fastify();
    const declared = { method: 'GET', path: '/left/open/', summary: 'Forgot it.', reply: done, access } as never;
    const open = () => registerRoutes(app, {} as never, [{ endpoint: declared, handler: async () => ({}) }]);
    expect(open).toThrow('GET /left/open/ declares no access');
    await app.close();
  },
);

test('an endpoint that declares no access does not compile', () => {
  // @ts-expect-error -- `access` is missing
  expect(declareEndpoint({ method: 'GET', path: '/left/open/', summary: 'Forgot it.', reply: done })).toBeDefined();
});
