import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { setClock } from './clock-skew.ts';
import { movableClock } from '../time/time.ts';
import { openSessions } from '../auth/auth.ts';

let t: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const minutes = 60_000;

test('two machines whose clocks are wrong take each other’s tokens: both go by the database, and say so', async () => {
  const warned: number[] = [];
  const log = { debug() {}, info() {}, warn: ({ ms = 0 }) => void warned.push(ms), error() {} };
  const [fast, slow] = [movableClock(), movableClock()];
  fast.move(10 * minutes);
  slow.move(-10 * minutes);
  const [onFast, onSlow] = [openSessions(t.db, t.config, fast), openSessions(t.db, t.config, slow)];
  const person = await signUp(t);
  const session = onFast.claimed(`Bearer ${onFast.issueAccess(person.user_id, crypto.randomUUID())}`)?.session_id ?? '';
  expect(onSlow.claimed(`Bearer ${onFast.issueAccess(person.user_id, session)}`)).toBeUndefined();
  expect(onFast.claimed(`Bearer ${onSlow.issueAccess(person.user_id, session)}`)).toBeUndefined();

  await setClock(t.db, fast, log);
  await setClock(t.db, slow, log);
  expect(onSlow.claimed(`Bearer ${onFast.issueAccess(person.user_id, session)}`)).toMatchObject({
    user_id: person.user_id,
  });
  expect(onFast.claimed(`Bearer ${onSlow.issueAccess(person.user_id, session)}`)).toMatchObject({
    user_id: person.user_id,
  });
  expect(warned.map((ms) => Math.round(ms / minutes))).toEqual([-10, 10]);

  // One that is right stays as it is.
  const right = movableClock();
  await setClock(t.db, right, log);
  expect(Math.abs(right.now().getTime() - Date.now())).toBeLessThan(1000);
  expect(warned).toHaveLength(2);
});
