import { expect, test } from 'vitest';
import { routes } from '../src/app.ts';
import { openApiOf } from '../src/platform/routing/openapi.ts';
import { testApp } from './servers/app.ts';

const endpoints = routes.map((route) => route.endpoint);
const description = openApiOf(endpoints);

test('every endpoint is described, with its access and its errors', () => {
  const described = Object.values(description.paths).flatMap((path) => Object.values(path));
  expect(described).toHaveLength(endpoints.length);
  for (const operation of described) {
    expect(operation.summary).toMatch(/\.$/);
    expect(operation.responses['500']).toBeDefined();
    if (operation.security.length > 0) expect(operation.responses['401']).toBeDefined();
  }
});

test.each([
  '/files/records/{record_id}/',
  '/files/shared/{record_id}/',
  '/files/verification/{file_id}/',
  '/files/visits/{appointment_id}/',
])('%s says what is answered to a link that is not good', (path) => {
  const { responses } = description.paths[path]?.get ?? {};
  for (const status of ['403', '410']) expect(Object.keys(responses?.[status]?.content ?? {})).toEqual(['text/html']);
});

test('a body names its fields, and takes no others', () => {
  const body = description.paths['/register/user/']?.post?.requestBody?.content['application/json']?.schema;
  expect(Object.keys(body?.properties as object)).toEqual(['username', 'email', 'password']);
  expect(body?.additionalProperties).toBe(false);
});

test('every operation has a name of its own, which programs can take', () => {
  const names = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(endpoints.length);
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z\d]+$/);
  expect(description.paths['/providers/{provider_id}/']?.get?.operationId).toBe('getProvidersByProviderId');
});

test('a whole number has the bounds that the server has', () => {
  const [provider] = description.paths['/providers/{provider_id}/']?.get?.parameters ?? [];
  expect(provider?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 2_147_483_647 });
  const limit = description.paths['/providers/']?.get?.parameters.find(({ name }) => name === 'limit');
  expect(limit?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 200 });
});

test('a text that must not be blank says so', async () => {
  const body = description.paths['/apis/help-center/create/']?.post?.requestBody?.content['application/json']?.schema;
  const fields = body?.properties as Record<string, { pattern: string }> | undefined;
  expect([' \n ', '', ' a '].map((sent) => new RegExp(fields?.problem?.pattern ?? '', 'u').test(sent))).toEqual([
    false,
    false,
    true,
  ]);
});

test('what an address may hold that names nothing is described', () => {
  const listed = endpoints.filter(({ path }) => path.includes(':'));
  for (const { path, method } of listed) {
    const described = description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect([path, described?.responses['404'] !== undefined]).toEqual([path, true]);
  }
});

test('the calls that anyone may make are listed, and no other', () => {
  const lines = [...description.info.description.matchAll(/^- `(.+)`$/gm)].map(([, line]) => line);
  const open = endpoints.filter(({ access }) => access === 'anyone');
  expect(lines).toEqual(open.map(({ method, path }) => `${method} ${path}`));
  expect(lines).toContain('GET /providers/');
  expect(lines).not.toContain('GET /current-user/');
});

test('it says at which address the server is', () => {
  expect(description.servers).toEqual([{ url: '/' }]);
  expect(openApiOf(endpoints, 'https://care.example.org').servers).toEqual([{ url: 'https://care.example.org/' }]);
});

test.each([
  ['on', 200],
  ['off', 404],
])('with API_DOCS=%s the description answers %i', async (setting, status) => {
  const t = await testApp({ API_DOCS: setting });
  for (const path of ['/docs', '/openapi.json']) expect((await t.call(`GET ${path}`)).status).toBe(status);
  await t.close();
});
