import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/servers/app.ts';
import { loadDemo } from './demo.ts';

let t: TestApp;
let demo: Awaited<ReturnType<typeof loadDemo>>;
beforeAll(async () => {
  t = await testApp();
  demo = await loadDemo(t.db, t.config, t.clock, t.files);
});
afterAll(() => t.close());

test('the demo fills an empty installation once, with logins that work', async () => {
  expect(demo?.logins.map(({ role }) => role)).toEqual(['patient', 'patient', 'administrator', 'healthcare_provider']);

  for (const { role, username, password } of demo?.logins ?? []) {
    const login = await t.call('POST /token/', { body: { username, password } });
    const { body } = await t.call('GET /check/', { as: login.body.access });
    const administers = role === 'administrator';
    expect(body, username).toEqual({
      role: administers ? 'patient' : role,
      grants: administers ? ['administrator', 'moderator', 'verifier'] : [],
    });
  }
  expect(new Set(demo?.logins.map(({ password }) => password)).size).toBe(4);
  expect(await loadDemo(t.db, t.config, t.clock, t.files)).toBeUndefined();
  expect((await sql`select from users`.execute(t.db)).rows).toHaveLength(58);
});

test("the demo's directory is worth looking at", async () => {
  const { body: providers } = await t.call('GET /providers/?limit=200');
  expect(providers).toHaveLength(40);
  expect(new Set(providers.map(({ phone }: { phone: string }) => phone)).size).toBe(40);
  for (const { name, about, verified, registration_number } of providers) {
    expect(about.match(/[.।](\s|$)/g)?.length ?? 0, name).toBeGreaterThanOrEqual(2);
    if (verified) expect(registration_number, name).not.toBeNull();
  }
  expect(providers.filter(({ verified }: { verified: boolean }) => !verified).length).toBeGreaterThan(5);
  const zones = new Set(providers.map(({ time_zone }: { time_zone: string }) => time_zone));
  expect(zones).toContain('Asia/Kathmandu');
  expect(zones).toContain('Europe/London');

  const { body: specialities } = await t.call('GET /speciality/?limit=200');
  for (const { id, name } of specialities) {
    expect((await t.call(`GET /providers/speciality/${id}/`)).body.length, name).toBeGreaterThan(0);
  }
});

test("most of the demo's providers publish hours, in their own zones, and are free before long", async () => {
  const { body: providers } = await t.call('GET /providers/?limit=200');
  const ids = providers.map(({ user }: { user: number }) => user);
  const { body: times } = await t.call(`GET /api/next-times/?providers=${ids.join()}`);
  expect(times).toHaveLength(35);
  for (const { next } of times) {
    expect(Date.parse(next) - t.clock.now().getTime()).toBeLessThan(10 * 86_400_000);
  }
  expect(new Set(times.map(({ next }: { next: string }) => next.slice(19)))).toContain('+05:45');
});

test('the demo has a past and a future on every list', async () => {
  const statesOf = async (role: string, path: string) => {
    const { username, password } = demo?.logins.find((login) => login.role === role) ?? {};
    const login = await t.call('POST /token/', { body: { username, password } });
    const { status, body } = await t.call(`GET ${path}`, { as: login.body.access });
    expect(status).toBe(200);
    return new Set(body.map((appointment: { status: string }) => appointment.status));
  };
  expect(await statesOf('patient', '/api/upcoming/')).toEqual(new Set(['approved', 'requested']));
  expect(await statesOf('patient', '/api/aappointments/')).toEqual(new Set(['approved']));
  expect(await statesOf('administrator', '/api/upcoming/')).toEqual(new Set(['requested']));
  expect(await statesOf('healthcare_provider', '/api/upcoming-provider/')).toEqual(new Set(['approved', 'requested']));
  expect(await statesOf('healthcare_provider', '/api/appointments/provider/')).toEqual(
    new Set(['approved', 'requested']),
  );
});

test("the demo's patients have reports of their past visits, which open", async () => {
  for (const [username, titles] of [
    ['meera', ['24-hour ECG', 'Spirometry', 'Resting ECG', 'Vaccination record, nine months']],
    ['arjun', ['Echocardiogram', 'Diabetes work-up']],
  ] as const) {
    const password = demo?.logins.find((login) => login.username === username)?.password;
    const login = await t.call('POST /token/', { body: { username, password } });
    const { body } = await t.call('GET /api/records/', { as: login.body.access });
    expect(body.map(({ title }: { title: string }) => title)).toEqual(titles);
    for (const { report, date } of body) {
      expect(new Date(date) < t.clock.now()).toBe(true);
      const { statusCode, body: pdf } = await t.app.inject(report);
      expect([statusCode, pdf.slice(0, 8), pdf.includes('invented')]).toEqual([200, '%PDF-1.7', true]);
    }
  }
});

test("the demo's help centre is alive: a hundred questions, most of them answered, in two languages", async () => {
  const { body: questions } = await t.call('GET /apis/help-center/?limit=200');
  expect(questions).toHaveLength(100);
  expect(new Set(questions.map(({ problem }: { problem: string }) => problem)).size).toBe(100);
  const unanswered = questions.filter(({ comment_count }: { comment_count: number }) => comment_count === 0);
  expect(unanswered.length).toBeGreaterThan(0);
  expect(unanswered.length).toBeLessThan(10);
  expect(questions.filter(({ problem }: { problem: string }) => /[ऀ-ॿ]/.test(problem)).length).toBeGreaterThan(4);
  const today = questions.filter(
    ({ date }: { date: string }) => Date.parse(date) > t.clock.now().getTime() - 86_400_000,
  );
  expect(today.length).toBeGreaterThan(3);

  const { username, password } = demo?.logins[0] ?? {};
  const login = await t.call('POST /token/', { body: { username, password } });
  const path = `GET /apis/help-center/${questions[0].prob_id}/comments/`;
  const { body: answers } = await t.call(path, { as: login.body.access });
  expect(answers).toHaveLength(questions[0].comment_count);
  const times = answers.map(({ date }: { date: string }) => Date.parse(date));
  expect(times.every((time: number) => time < t.clock.now().getTime() && time > Date.parse(questions[0].date))).toBe(
    true,
  );
  expect(answers.some(({ author }: { author: { provider: boolean } }) => author.provider)).toBe(true);
});

test('the demo has rooms with a past', async () => {
  const { username, password } = demo?.logins[0] ?? {};
  const { body: tokens } = await t.call('POST /token/', { body: { username, password } });
  const { body: rooms } = await t.call('GET /apis/chat-rooms/', { as: tokens.access });
  expect(rooms.length).toBeGreaterThanOrEqual(6);
  for (const { id, name, member_count, seq, unread_count } of rooms) {
    expect(member_count, name).toBeGreaterThanOrEqual(3);
    expect(unread_count, name).toBeGreaterThan(0);
    const { body: messages } = await t.call(`GET /apis/messages/${id}/`, { as: tokens.access });
    expect(messages).toHaveLength(seq);
    const times = messages.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(times).toEqual(times.toSorted());
    expect(new Date(times.at(-1)) < t.clock.now(), name).toBe(true);
  }
});

test("the demo's articles are written by its people, and liked by others", async () => {
  const { body } = await t.call('GET /apis/blogs/?limit=200');
  expect(body).toHaveLength(60);
  for (const { title, content, likes_count, created_at } of body) {
    expect(title.length, title).toBeLessThanOrEqual(120);
    expect(content.length, title).toBeGreaterThanOrEqual(100);
    expect(likes_count, title).toBeLessThan(58);
    expect(new Date(created_at) < t.clock.now(), title).toBe(true);
  }
});

test(
  'where PROVIDERS is approved, the demo loads all the same, and its directory shows the verified alone',
  { timeout: 90_000 },
  async () => {
    const approving = await testApp({ PROVIDERS: 'approved' });
    try {
      expect((await loadDemo(approving.db, approving.config, approving.clock, approving.files))?.logins).toHaveLength(
        4,
      );
      const { body } = await approving.call('GET /providers/?limit=200');
      expect(body).toHaveLength(28);
      expect(body.filter(({ verified }: { verified: boolean }) => !verified)).toEqual([]);
    } finally {
      await approving.close();
    }
  },
);
