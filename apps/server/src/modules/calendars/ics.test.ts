import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { openLanguages } from '../../platform/languages/languages.ts';
import { subscription, uidOf, visitFile, visitInvitation } from './ics.ts';
import type { CalendarVisit } from './visits.ts';

const site = {
  secret: 'a key for tests alone',
  mailFrom: 'care@clinic.example',
};
const now = new Date('2026-11-20T06:00:00Z');
const words = await openLanguages().wordsIn();
const visit: CalendarVisit = {
  id: 12,
  chain_id: 12,
  version: 2,
  starts_at: new Date('2026-11-24T05:00:00Z'),
  ends_at: new Date('2026-11-24T05:30:00Z'),
  status: 'approved',
  proposed: false,
  moved_to_id: null,
  decided_at: new Date('2026-11-19T10:00:00Z'),
  requested_at: new Date('2026-11-18T10:00:00Z'),
  undo_until: null,
  undo_to: null,
  side: 'patient',
  other: 'Dr. Meera Iyer',
  address: '12 Example Road, Bengaluru',
  kind: null,
};
const fileOf = (change: Partial<CalendarVisit> = {}) => visitFile(site, { ...visit, ...change }, words, now);

/** What a calendar program reads. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const events = calendar.getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one);
    const of = (name: string) => one.getFirstPropertyValue(name)?.toString();
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      status: of('status'),
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      organizer: of('organizer'),
      attendee: of('attendee'),
      stamp: of('dtstamp'),
      alarms: one.getAllSubcomponents('valarm').length,
    };
  });
  return { method: calendar.getFirstPropertyValue('method'), events };
}

test('a confirmed visit is read by a calendar program as it is', () => {
  expect(read(fileOf())).toEqual({
    method: 'PUBLISH',
    events: [
      {
        uid: expect.stringMatching(/^[\da-f]{32}@carecommons$/),
        sequence: 2,
        summary: 'Visit',
        location: '12 Example Road, Bengaluru',
        status: 'CONFIRMED',
        start: '2026-11-24T05:00:00.000Z',
        end: '2026-11-24T05:30:00.000Z',
        organizer: 'mailto:care@clinic.example',
        attendee: undefined,
        stamp: '2026-11-20T06:00:00Z',
        alarms: 0,
      },
    ],
  });
});

const soon = new Date(now.getTime() + 5000);
const justNow = new Date(now.getTime() - 1);
test.each([
  ['requested', {}, 'PUBLISH', 'TENTATIVE', 'Visit requested', 2],
  ['approved', {}, 'PUBLISH', 'CONFIRMED', 'Visit', 2],
  ['completed', {}, 'PUBLISH', 'CONFIRMED', 'Visit', 2],
  ['no_show', {}, 'PUBLISH', 'CONFIRMED', 'Visit', 2],
  ['declined', {}, 'CANCEL', 'CANCELLED', 'Visit cancelled', 2],
  ['cancelled', {}, 'CANCEL', 'CANCELLED', 'Visit cancelled', 2],
  ['expired', {}, 'CANCEL', 'CANCELLED', 'Visit cancelled', 2],
  ['cancelled', { moved_to_id: 13 }, 'CANCEL', 'CANCELLED', 'Visit cancelled', 2],
  // A decision that can be taken back has not come into any calendar.
  ['approved', { undo_until: soon, undo_to: 'requested' }, 'PUBLISH', 'TENTATIVE', 'Visit requested', 1],
  ['declined', { undo_until: soon, undo_to: 'requested' }, 'PUBLISH', 'TENTATIVE', 'Visit requested', 1],
  ['cancelled', { undo_until: soon, undo_to: 'approved', moved_to_id: 13 }, 'PUBLISH', 'CONFIRMED', 'Visit', 1],
  ['approved', { undo_until: justNow, undo_to: 'requested' }, 'PUBLISH', 'CONFIRMED', 'Visit', 2],
] as const)('%s, %j: METHOD %s, STATUS %s', (status, change, method, told, summary, sequence) => {
  const file = read(fileOf({ status, ...change }));
  expect(file).toMatchObject({ method, events: [{ status: told, summary, sequence }] });
});

test('a visit keeps its name when it is moved, or the site is; what is only proposed has one of its own', () => {
  const moved = { ...visit, id: 13, version: 3 };
  expect(uidOf(site, moved)).toBe(uidOf(site, visit));
  const elsewhere = { ...site, mailFrom: 'care@other.example', publicUrl: 'https://other.example' };
  expect(uidOf(elsewhere, visit)).toBe(uidOf(site, visit));
  expect(uidOf(site, { ...moved, proposed: true })).not.toBe(uidOf(site, visit));
  expect(uidOf(site, { ...moved, proposed: true })).not.toBe(uidOf(site, { ...visit, proposed: true }));
  expect(uidOf({ ...site, secret: 'another key' }, visit)).not.toBe(uidOf(site, visit));
});

describe('an address of any kind', () => {
  test.each([
    'कमरा ४, दूसरी मंज़िल; आनंद भवन, महात्मा गांधी मार्ग, पुणे ४११००१, महाराष्ट्र, भारत',
    '5 Lake Road\nPune 411001',
    'A \\ b; c, d: "e" ^f',
    `${'👩‍⚕️'.repeat(30)} x`,
    '',
    '\\n is no new line',
    `ends with\nEND:VCALENDAR\nBEGIN:VCALENDAR`,
    'x'.repeat(500),
  ])('is read as it was written: %j', (address) => {
    const text = fileOf({ address });
    expect(read(text).events[0]?.location ?? '').toBe(address);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    // Lines end in CRLF and in nothing else, and no character is torn apart.
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\uFFFD]/);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });

  test('loses what no calendar takes', () => {
    expect(read(fileOf({ address: 'a\0b\u0007c\rd\te' })).events[0]?.location).toBe('a b c d e');
  });
});

test.each([
  ['approved', 'REQUEST', 'CONFIRMED'],
  ['cancelled', 'CANCEL', 'CANCELLED'],
] as const)('a letter about one that is %s carries METHOD %s', (status, method, told) => {
  const invitation = visitInvitation(site, { ...visit, status }, 'asha@example.org', words, now);
  expect(invitation.method).toBe(method);
  const uid = uidOf(site, visit);
  const event = {
    uid,
    status: told,
    location: null,
    attendee: 'MAILTO:asha@example.org',
    organizer: 'mailto:care@clinic.example',
  };
  expect(read(invitation.content)).toMatchObject({ method, events: [event] });
});

test('a subscription tells times alone, unless names are asked for', () => {
  const asked = { ...visit, id: 14, chain_id: 14, status: 'requested', other: 'डॉ. मीरा' } as const;
  const quiet = subscription(site, [visit, asked], false, words, now);
  expect(quiet).not.toMatch(/Meera|Bengaluru|मीरा|ORGANIZER|METHOD/);
  expect(read(quiet).events.map(({ summary, status }) => [summary, status])).toEqual([
    ['Busy', 'CONFIRMED'],
    ['Busy', 'TENTATIVE'],
  ]);
  expect(
    read(subscription(site, [visit, asked], true, words, now)).events.map((one) => [one.summary, one.location]),
  ).toEqual([
    ['Dr. Meera Iyer', visit.address],
    ['Requested: डॉ. मीरा', visit.address],
  ]);
  // The same visits are the same text, so that a calendar that asks again is told that there is nothing new.
  expect(subscription(site, [visit, asked], false, words, new Date(now.getTime() + 3600_000))).toBe(quiet);
});

test('the kind of visit is in files and in calendars with names, and in no letter', () => {
  const kind = 'Diabetes check-up';
  const named = subscription(site, [{ ...visit, kind }], true, words, now);
  for (const text of [fileOf({ kind }), named]) expect(text).toContain('DESCRIPTION:Diabetes check-up');
  const busy = subscription(site, [{ ...visit, kind }], false, words, now);
  const { content } = visitInvitation(site, { ...visit, kind }, 'asha@example.org', words, now);
  for (const text of [busy, content]) expect(text).not.toContain('Diabetes');
});
