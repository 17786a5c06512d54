import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { addDocument, decide, registered, submitted } from '../../../test/fixtures/claims.ts';
import { logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { openScanner, says } from '../../../test/servers/clamd.ts';
import { pdf } from '../../../test/fixtures/report-files.ts';
import { storedFiles } from '../../../test/fixtures/stored-files.ts';

let t: TestApp;
let [first, second, provider] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  first = await signUp(t, { grants: ['verifier'] });
  second = await signUp(t, { grants: ['verifier', 'administrator', 'moderator'] });
});
afterAll(() => t.close());

const open = (url: string, as?: Person) =>
  t.app.inject({ method: 'GET', url, headers: as === undefined ? {} : { authorization: `Bearer ${as.access}` } });
const own = async (person: Person) => (await t.call('GET /api/verification/', { as: person.access })).body.claim;
const seenBy = async (person: Person, claim: number, state = 'waiting') => {
  const { body } = await t.call(`GET /apis/verification/?limit=200&state=${state}`, { as: person.access });
  return body.find(({ id }: { id: number }) => id === claim).files as { id: number; view: string }[];
};
const noted = async (id: number) =>
  (
    await sql<Record<string, unknown>>`
      select actor_id, action, outcome, reason from audit where item_kind = 'evidence' and item_id = ${id}
      order by id`.execute(t.db)
  ).rows;

test('a document is served to its provider and to the verifier who has it in review, and each view is written down', async () => {
  provider = await registered(t);
  const data = pdf({ holds: 'degree' });
  const { id } = (await addDocument(t, provider, data)).body;
  const claim = await submitted(t, provider);
  const mine = (await own(provider)).files.find((file: { id: number }) => file.id === id);
  expect((await open(mine.view)).rawPayload).toEqual(data);

  expect(await seenBy(first, claim)).toEqual([]);
  await decide(t, first, claim, 'take');
  const [seen] = (await seenBy(first, claim)) as [{ id: number; view: string }];
  const served = await open(seen.view);
  expect([served.statusCode, served.headers['content-type'], served.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ]);
  expect(served.headers['content-disposition']).toMatch(/^inline; filename="document-\d+\.pdf"/);
  // The link is that verifier's alone, for as long as the review is theirs.
  expect((await open(seen.view, second)).statusCode).toBe(403);
  await decide(t, first, claim, 'release');
  expect((await open(seen.view)).statusCode).toBe(403);
  expect(await noted(id)).toEqual([
    { actor_id: provider.user_id, action: 'upload', outcome: 'done', reason: null },
    { actor_id: provider.user_id, action: 'view', outcome: 'done', reason: null },
    { actor_id: first.user_id, action: 'view', outcome: 'done', reason: null },
    { actor_id: first.user_id, action: 'denied', outcome: 'refused', reason: 'other_session' },
    { actor_id: first.user_id, action: 'denied', outcome: 'refused', reason: 'not_entitled' },
  ]);
});

test('after the decision nobody but the provider opens a document', async () => {
  const decided = await registered(t);
  const claim = await submitted(t, decided);
  await decide(t, first, claim, 'take');
  const [seen] = (await seenBy(first, claim)) as [{ id: number; view: string }];
  expect((await open(seen.view)).statusCode).toBe(200);
  await decide(t, first, claim, 'verify', {});
  expect((await open(seen.view)).statusCode).toBe(403);
  for (const verifier of [first, second]) expect(await seenBy(verifier, claim, 'decided')).toEqual([]);
  expect((await open((await own(decided)).files[0].view)).statusCode).toBe(200);
});

test('a link is good for five minutes, in its session, and not for another document or none', async () => {
  const { id, view } = (await own(provider)).files[0];
  const token = view.split('token=')[1] as string;
  expect((await open(`/files/verification/${id + 1}/?token=${token}`)).statusCode).toBe(403);
  expect((await open(`/files/records/${id}/?token=${token}`)).statusCode).toBe(403);
  expect((await open(`/files/verification/${id}/?token=${token.slice(0, -2)}xx`)).statusCode).toBe(403);
  t.clock.move(5 * 60_000);
  expect((await open(view)).statusCode).toBe(410);
  t.clock.move(-5 * 60_000);
  const other = await logInAgain(t, provider);
  const { view: ended } = (await own(other)).files[0];
  await t.call('POST /logout/', { body: { refresh_token: other.refresh } });
  expect((await open(ended)).statusCode).toBe(410);
  expect((await open(view)).statusCode).toBe(200);
});

test('where a view cannot be written down, nothing is served', async () => {
  const { view } = (await own(provider)).files[0];
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(t.db);
  const { asOwner } = await import('../../../test/servers/owner.ts');
  await asOwner(t.db, `revoke insert on audit from "${rows[0]?.name}"`);
  expect((await open(view)).statusCode).toBe(503);
  await asOwner(t.db, `grant insert on audit to "${rows[0]?.name}"`);
});

test('a document is a PDF, PNG or JPEG by what it holds, ten at most, and removed by its provider alone', async () => {
  const drafting = await registered(t);
  const html = await addDocument(t, drafting, Buffer.from('<html><script>alert(1)</script>'));
  expect([html.status, html.body.errors[0].field]).toEqual([415, 'file']);
  expect((await addDocument(t, undefined)).status).toBe(401);
  const ids: number[] = [];
  for (let n = 0; n < 10; n++) ids.push((await addDocument(t, drafting)).body.id);
  expect((await addDocument(t, drafting)).status).toBe(409);
  const remove = (id: number, as?: Person) => t.call(`DELETE /api/verification/files/${id}/`, { as: as?.access });
  expect((await remove(ids[0] as number)).status).toBe(401);
  for (const person of [first, provider]) expect((await remove(ids[0] as number, person)).status).toBe(404);
  expect((await remove(ids[0] as number, drafting)).status).toBe(200);
  expect((await remove(ids[0] as number, drafting)).status).toBe(404);
  expect((await own(drafting)).files).toHaveLength(9);
  await submitted(t, drafting);
  expect((await remove(ids[1] as number, drafting)).status).toBe(409);
  expect((await addDocument(t, drafting)).status).toBe(409);
});

test('a document is looked through for viruses before it is kept, and refused where nobody can say', async ({
  onTestFinished,
}) => {
  const scanner = await openScanner();
  t.config.clamd = scanner.address;
  onTestFinished(async () => {
    t.config.clamd = undefined;
    await scanner.close();
  });
  const person = await registered(t);
  const stored = await storedFiles(t);
  scanner.behaviour = says('stream: Eicar-Signature FOUND');
  const infected = await addDocument(t, person, pdf());
  expect([infected.status, infected.body.code, infected.body.errors[0].field]).toEqual([
    415,
    'unsupported_type',
    'file',
  ]);
  expect(infected.body.message).toMatch(/virus check/);
  scanner.behaviour = says('INSTREAM size limit exceeded. ERROR');
  expect((await addDocument(t, person, pdf())).body.code).toBe('busy');
  expect(await storedFiles(t)).toEqual(stored);
  scanner.behaviour = says('stream: OK');
  expect((await addDocument(t, person, pdf())).status).toBe(201);
  await scanner.close();
  expect((await addDocument(t, person, pdf())).body.code).toBe('busy');
});
