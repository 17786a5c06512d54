import { expect, test } from 'vitest';
import { routes } from '../src/app.ts';
import { openApiOf } from '../src/core/openapi.ts';
import { testApp } from './app.ts';

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

test.each([
  ['on', 200],
  ['off', 404],
])('with API_DOCS=%s the description answers %i', async (setting, status) => {
  const t = await testApp({ API_DOCS: setting });
  for (const path of ['/docs', '/openapi.json']) expect((await t.call(`GET ${path}`)).status).toBe(status);
  await t.close();
});
