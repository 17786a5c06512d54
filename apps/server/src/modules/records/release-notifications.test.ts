import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reachable } from '../../../test/fixtures/claims.ts';
import { sendEmails, site } from '../../../test/fixtures/emails.ts';
import { openLiveClient } from '../../../test/servers/live-client.ts';
import { pdf } from '../../../test/fixtures/report-files.ts';
import { pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { withhold } from '../notifications/notifications.ts';
import { deliverDue } from '../notifications/sweep.ts';
import { notifyReleased } from './sweep.ts';

let v: Visit;
beforeAll(async () => {
  v = await pastVisit();
  await reachable(v.t, v.patient);
  await sql`update appointments set starts_at = '2026-11-20T05:00Z', ends_at = '2026-11-20T05:30Z',
    held = tstzrange('2026-11-20T05:00Z', '2026-11-20T05:30Z') where id = ${v.appointment}`.execute(v.t.db);
});
beforeEach(async () => {
  await sql`delete from notifications`.execute(v.t.db);
  await sql`delete from jobs`.execute(v.t.db);
});
afterAll(() => v.close());

const secret = { title: 'Biopsy of the left lung', type: 'Histology', sentence: 'It is what we feared.' };
const upload = async (texts: Record<string, string> = {}) => (await v.upload(pdf(), { ...secret, ...texts })).body.id;
const told = async () => (await v.t.call('GET /api/notifications/', { as: v.patient.access })).body;
async function letters() {
  await notifyReleased(v.t.services);
  await deliverDue(v.t);
  return await sendEmails(v.t);
}

test('the letter and the bell say that there is a report, of which visit, and nothing of what it is', async () => {
  await upload();
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter?.subject).toBe('You have a new report');
  expect(letter?.text.trimEnd())
    .toBe(`There is a new report for you, of your visit on Fri, 20 Nov, 2026, 10:30 (India Standard Time).

Read more here:
${site}/record

How you are told, and when not, you choose here:
${site}/notifications?view=settings`);
  const [news] = await told();
  expect(news).toMatchObject({ kind: 'report_ready', appointment: { id: v.appointment, with: 'Dr. Rohan Sethi' } });
  expect(JSON.stringify(news)).not.toMatch(/biopsy|histology|feared/i);
});

test('several sweeps at once tell of each report once, and not of what is held', async () => {
  for (let n = 0; n < 60; n++) await upload(n % 3 === 0 ? { release: 'after_talk' } : {});
  await Promise.all(Array.from({ length: 4 }, () => notifyReleased(v.t.services)));
  expect(await told()).toHaveLength(40);
});

test('whatever becomes of the visit, its report is told of; of one that was taken back, nothing goes out', async () => {
  const [kept, gone] = [await upload(), await upload()];
  await notifyReleased(v.t.services);
  await v.t.db.transaction().execute((tx) => withhold(tx, v.appointment));
  await sql`update appointments set version = version + 1, status = 'completed' where id = ${v.appointment}`.execute(
    v.t.db,
  );
  const body = { reason: 'Wrong person.' };
  await v.t.call(`POST /api/records/${gone}/withdraw/`, { as: v.provider.access, body });
  expect(await letters()).toHaveLength(1);
  expect(kept).toBeLessThan(gone);
});

test('the open pages of both hear of a release, and of the first look', async () => {
  const server = await v.t.app.listen({ host: '127.0.0.1', port: 0 });
  const lines = await Promise.all(
    [v.patient, v.provider].map(async ({ access }) => await openLiveClient(server, access)),
  );
  const heard = (index: number) =>
    lines[index]?.heard.filter((one) => one.type === 'event' && (one.event as { kind: string }).kind === 'records')
      .length;
  await upload();
  await notifyReleased(v.t.services);
  await expect.poll(() => [heard(0), heard(1)]).toEqual([1, 1]);
  const { body } = await v.t.call('GET /api/records/', { as: v.patient.access });
  await v.t.app.inject(body[0].report);
  await v.t.app.inject(body[0].report);
  await expect.poll(() => heard(0)).toBe(2);
  for (const line of lines) line.close();
});
