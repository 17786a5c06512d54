import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/servers/app.ts';
import { logInAgain, signUp } from '../../../../test/fixtures/factories.ts';

const day = 86_400_000;
let t: TestApp;
beforeAll(async () => {
  t = await testApp({ PROVIDER_SECOND_FACTOR: 'required', IDLE_SIGN_OUT_MINUTES: 'off' });
});
afterAll(() => t.close());

test('what a provider is told and what they may do change in the same moment', async () => {
  const signedUp = await signUp(t, { role: 'healthcare_provider' });
  t.clock.move(14 * day - 1);
  const { access: as } = await logInAgain(t, signedUp);
  const overdue = async () => (await t.call('GET /account/session-rules/', { as })).body.second_factor.overdue;
  // No report is needed: whether this one is there is not told without the factor.
  const look = async () => (await t.call('POST /api/shares/2000000000/look/', { as })).body.code;
  expect([await overdue(), await look()]).toEqual([false, 'not_found']);
  t.clock.move(1);
  expect([await overdue(), await look()]).toEqual([true, 'second_factor_required']);
});
