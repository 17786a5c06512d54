import { expect, test } from 'vitest';
import { buildApp } from '../src/app.ts';
import { openWeb } from '../src/platform/web/web.ts';
import { testApp } from './servers/app.ts';

const byReportingApi = (directive: unknown) => [
  {
    type: 'csp-violation',
    url: 'https://care.example/record',
    body: { effectiveDirective: directive, blockedURL: 'x' },
  },
];
const path = '/policy-reports/';

test('a page names where its browser reports what the policy stopped', async ({ onTestFinished }) => {
  const t = await testApp({}, await openWeb());
  onTestFinished(() => t.close());
  const { headers } = await t.call('GET /providers', { headers: { accept: 'text/html' } });
  expect(headers['reporting-endpoints']).toBe(`policy="${path}"`);
  expect(headers['content-security-policy']).toMatch(/; report-uri \/policy-reports\/; report-to policy$/);
});

test('a report becomes one line of the log, without an address', async ({ onTestFinished }) => {
  const t = await testApp();
  onTestFinished(() => t.close());
  const lines: unknown[] = [];
  const log = { ...t.services.log, warn: (fields: object, message: string) => void lines.push({ ...fields, message }) };
  const app = await buildApp({ ...t.services, log });
  const send = async (type: string, payload: unknown) =>
    (
      await app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': type },
        payload: JSON.stringify(payload),
      })
    ).statusCode;
  const line = (code: string, count: number) => ({ code, count, message: 'browsers stopped something by the policy' });

  expect(await send('application/reports+json', byReportingApi('script-src-elem'))).toBe(204);
  expect(lines).toEqual([line('script-src-elem', 1)]);
  for (let n = 0; n < 3; n++) expect(await send('application/reports+json', byReportingApi('img-src'))).toBe(204);
  expect(lines).toHaveLength(1);
  t.clock.move(10_000);
  expect(await send('application/csp-report', { 'csp-report': { 'effective-directive': 'style-src' } })).toBe(204);
  expect(lines.at(-1)).toEqual(line('style-src', 4));
  for (const odd of [[], [null], null, 7, byReportingApi('x\ny'), byReportingApi({}), { 'csp-report': 1 }]) {
    t.clock.move(10_000);
    expect(await send('application/reports+json', odd)).toBe(204);
    expect(lines.at(-1)).toEqual(line('unknown', 1));
  }
});

test.each([
  ['application/json', '[]', 415],
  ['text/plain', '[]', 415],
  ['application/reports+json', '[', 400],
  ['application/reports+json', `"${'a'.repeat(16_384)}"`, 413],
])('what is no report is refused: %s', async (type, payload, status) => {
  const t = await testApp();
  const { statusCode } = await t.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
  await t.close();
  expect(statusCode).toBe(status);
});
