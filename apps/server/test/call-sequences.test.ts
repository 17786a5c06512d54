import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from './servers/app.ts';
import {
  appeal,
  decideAppeal,
  hide,
  post,
  type Scene,
  seen,
  type Sequence,
  show,
  write,
} from './fixtures/call-sequences.ts';
import { decide as decideClaim, register, registered, submitted } from './fixtures/claims.ts';
import { book, type Person, signUp } from './fixtures/factories.ts';

let t: TestApp;
let people: Omit<Scene, 'question' | 'blog'>;
let scene: Scene;
beforeAll(async () => {
  t = await testApp();
  const moderator = () => signUp(t, { grants: ['moderator', 'verifier'] });
  const provider = await signUp(t, { role: 'healthcare_provider' });
  const [author, first, second] = [await moderator(), await moderator(), await moderator()];
  people = { t, reader: await signUp(t), provider, author, first, second };
});
beforeEach(async () => {
  scene = { ...people, ...(await write(people)) };
});
afterAll(() => t.close());

const staysHidden = async (of: Scene) => expect((await seen(of)).question).toBe(false);
const articleStaysHidden = async (of: Scene) => expect((await seen(of)).blog).toBe(false);
async function openAppeals({ question }: Scene) {
  const { rows } = await sql`
    select from appeals a join moderation_decisions d on d.id = a.decision_id join moderated m on m.id = d.moderated_id
    where m.kind = 'question' and m.item_id = ${question.id} and a.decided_at is null`.execute(t.db);
  return rows.length;
}
const verified = async ({ user_id }: Person) =>
  (await t.call(`GET /providers/${user_id}/`)).body[0].verified as boolean;

// What a sequence made and its rule asks for.
let claimant: Person;
let visit: number;

const sequences: Sequence[] = [
  {
    rule: 'Nobody shows again what they wrote',
    actor: 'an author who moderates',
    calls: async (s) => [await hide(s, s.first, s.question), await show(s, s.author, s.question)],
    holds: staysHidden,
  },
  {
    rule: 'Nobody grants their own appeal by showing',
    actor: 'an author who moderates',
    calls: async (s) => [
      await hide(s, s.first, s.question),
      await appeal(s, s.author, s.question),
      await show(s, s.author, s.question),
    ],
    holds: async (s) => {
      await staysHidden(s);
      expect(await openAppeals(s)).toBe(1);
    },
  },
  {
    rule: 'Nobody decides their own appeal',
    actor: 'an author who moderates',
    calls: async (s) => [
      await hide(s, s.first, s.question),
      await appeal(s, s.author, s.question),
      await decideAppeal(s, s.author, 'lifted'),
    ],
    holds: staysHidden,
  },
  {
    rule: 'Nobody takes the reasons and the appeal away by hiding again, then showing',
    actor: 'an author who moderates',
    calls: async (s) => [
      await hide(s, s.first, s.question),
      await hide(s, s.author, s.question),
      await show(s, s.author, s.question),
    ],
    holds: staysHidden,
  },
  {
    rule: 'Nobody closes reports of what they wrote',
    actor: 'an author who moderates',
    calls: async (s) => [
      await post(t, s.reader, '/apis/reports/create/', { ...s.question, reason: 'advertising' }),
      await show(s, s.author, s.question),
    ],
    holds: async ({ question }) => {
      const { rows } = await sql`
        select from reports r join moderated m on m.id = r.moderated_id
        where m.kind = 'question' and m.item_id = ${question.id} and r.decided_at is null`.execute(t.db);
      expect(rows.length).toBe(1);
    },
  },
  {
    rule: 'Whoever hid it does not decide its appeal by showing, while there is another moderator',
    actor: 'the moderator who hid',
    calls: async (s) => [
      await hide(s, s.first, s.question),
      await appeal(s, s.author, s.question),
      await hide(s, s.first, s.question),
      await show(s, s.first, s.question),
    ],
    holds: async (s) => {
      await staysHidden(s);
      expect(await openAppeals(s)).toBe(1);
    },
  },
  {
    rule: 'What is hidden stays hidden when its author deletes and restores it',
    actor: 'an author',
    calls: async (s) => [
      await hide(s, s.first, s.blog),
      await t.call(`DELETE /apis/blogs/${s.blog.id}/`, { as: s.author.access }),
      await post(t, s.author, `/apis/blogs/${s.blog.id}/restore/`),
    ],
    holds: articleStaysHidden,
  },
  {
    rule: 'What is hidden stays hidden when it was gone as its appeal was decided',
    actor: 'an author',
    calls: async (s) => [
      await hide(s, s.first, s.blog),
      await appeal(s, s.author, s.blog),
      await t.call(`DELETE /apis/blogs/${s.blog.id}/`, { as: s.author.access }),
      await decideAppeal(s, s.second, 'lifted'),
      await post(t, s.author, `/apis/blogs/${s.blog.id}/restore/`),
    ],
    holds: articleStaysHidden,
  },
  {
    rule: 'What is hidden stays hidden when its author changes it',
    actor: 'an author',
    calls: async (s) => [
      await hide(s, s.first, s.blog),
      await hide(s, s.first, s.question),
      await t.call(`PATCH /apis/blogs/${s.blog.id}/`, { as: s.author.access, body: { content: 'Water.' } }),
      await t.call(`PATCH /apis/help-center/${s.question.id}/`, { as: s.author.access, body: { problem: 'Water?' } }),
    ],
    holds: async (s) => expect(await seen(s)).toEqual({ question: false, blog: false }),
  },
  {
    rule: 'One appeal for a hiding',
    actor: 'an author',
    calls: async (s) => [
      await hide(s, s.first, s.question),
      await appeal(s, s.author, s.question),
      await decideAppeal(s, s.second, 'upheld'),
      await hide(s, s.second, s.question),
      await appeal(s, s.author, s.question),
    ],
    holds: async (s) => expect(await openAppeals(s)).toBe(0),
  },
  {
    rule: 'The badge stands for the registration that was checked',
    actor: 'a verified provider',
    calls: async (s) => {
      claimant = await registered(t);
      const claim = await submitted(t, claimant);
      const by = [await decideClaim(t, s.first, claim, 'take'), await decideClaim(t, s.first, claim, 'verify', {})];
      expect(await verified(claimant)).toBe(true);
      await register(t, claimant, { number: 'MH-OTHER', council: 'Maharashtra Medical Council' });
      return by;
    },
    holds: async () => expect(await verified(claimant)).toBe(false),
  },
  {
    rule: 'Nobody verifies themselves',
    actor: 'a provider who verifies others',
    calls: async () => {
      claimant = await registered(t);
      await sql`insert into grants (user_id, name, granted_at)
        values (${claimant.user_id}, 'verifier', ${t.clock.now()})`.execute(t.db);
      t.services.sessions.forgetPerson(claimant.user_id);
      const claim = await submitted(t, claimant);
      return [await decideClaim(t, claimant, claim, 'take'), await decideClaim(t, claimant, claim, 'verify', {})];
    },
    holds: async () => expect(await verified(claimant)).toBe(false),
  },
  {
    rule: 'A withdrawn request is over',
    actor: 'the provider, who approves and undoes',
    calls: async (s) => {
      visit = (await book(t, s.reader, s.provider)).id;
      return [
        await t.call(`PUT /api/cancel-appointment/${visit}/`, { as: s.reader.access, body: {} }),
        await t.call(`PUT /api/approve-appointment/${visit}/`, { as: s.provider.access }),
        await t.call(`PUT /api/undo-decision/${visit}/`, { as: s.provider.access }),
      ];
    },
    holds: async (s) => {
      const { body } = await t.call(`GET /api/appointments/${visit}/`, { as: s.reader.access });
      expect(body.status).toBe('cancelled');
    },
  },
];

describe('calls that together would undo a rule do not', () => {
  test.each(sequences)('$rule ($actor)', async ({ calls, holds }) => {
    // Refused or not, each was a call that the API knows.
    for (const { status, text } of await calls(scene))
      expect([status, [400, 405, 500].includes(status) && text]).toEqual([status, false]);
    await expect(holds(scene).then(() => 'holds')).resolves.toBe('holds');
  });
});

test('the author is told why, in each verb, and so is whoever hid it', async () => {
  const said = async (answer: ReturnType<typeof show>) => {
    const { status, body } = await answer;
    return [status, body.code, body.message];
  };
  const { author, first, question } = scene;
  const own = [403, 'not_allowed', 'Nobody decides about their own content.'];
  expect(await said(hide(scene, author, question))).toEqual(own);
  await hide(scene, first, question);
  expect(await said(show(scene, author, question))).toEqual(own);
  await appeal(scene, author, question);
  expect(await said(show(scene, author, question))).toEqual(own);
  const appealed = [403, 'not_allowed', 'Nobody decides about their own appeal.'];
  for (const outcome of ['upheld', 'lifted'] as const) {
    expect(await said(decideAppeal(scene, author, outcome))).toEqual(appealed);
  }
  const hid = [403, 'not_allowed', 'You hid this. Another moderator decides.'];
  expect(await said(show(scene, first, question))).toEqual(hid);
  expect((await show(scene, scene.second, question)).status).toBe(200);
});

test('where nobody else can decide, whoever hid it answers the appeal and does not pass it over', async ({
  onTestFinished,
}) => {
  await sql`update users set disabled_at = now() where id = ${scene.second.user_id}`.execute(t.db);
  onTestFinished(async () => {
    await sql`update users set disabled_at = null where id = ${scene.second.user_id}`.execute(t.db);
  });
  await hide(scene, scene.first, scene.question);
  await appeal(scene, scene.author, scene.question);
  const { status, body } = await show(scene, scene.first, scene.question);
  expect([status, body.message]).toEqual([409, 'Its author has appealed. Please decide the appeal.']);
  expect((await decideAppeal(scene, scene.first, 'lifted')).status).toBe(200);
  expect((await seen(scene)).question).toBe(true);
});

const verbs = {
  hide: (s: Scene, by: Person) => hide(s, by, s.question),
  show: (s: Scene, by: Person) => show(s, by, s.question),
  report: (s: Scene, by: Person) => post(t, by, '/apis/reports/create/', { ...s.question, reason: 'other' }),
  appeal: (s: Scene, by: Person) => appeal(s, by, s.question),
  uphold: (s: Scene, by: Person) => decideAppeal(s, by, 'upheld'),
  lift: (s: Scene, by: Person) => decideAppeal(s, by, 'lifted'),
};

test('whatever three moderators and a reader do about a question, nobody decides what is theirs', async () => {
  const verb = fc.constantFrom(...(Object.keys(verbs) as (keyof typeof verbs)[]));
  const by = fc.constantFrom(
    'author' as const,
    'author' as const,
    'first' as const,
    'second' as const,
    'reader' as const,
  );
  const deeds = fc.array(fc.record({ verb, by }), { minLength: 3, maxLength: 10, size: 'max' });
  await fc.assert(
    fc.asyncProperty(deeds, async (all) => {
      const of = { ...people, ...(await write(people)) };
      for (const deed of all) {
        const before = await seen(of);
        await verbs[deed.verb](of, of[deed.by]);
        // What the author does never changes whether others see it.
        if (deed.by === 'author') expect(await seen(of)).toEqual(before);
      }
      const { rows } = await sql`
        select from moderated m join moderation_decisions d on d.moderated_id = m.id left join appeals a on a.decision_id = d.id
        where m.kind = 'question' and m.item_id = ${of.question.id}
          and (d.moderator_id = m.author_id or a.decided_by in (m.author_id, d.moderator_id))`.execute(t.db);
      expect(rows.length).toBe(0);
    }),
    { numRuns: 40 },
  );
});
