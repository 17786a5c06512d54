import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { chromiumToLaunch } from '../../e2e/support/chromium.ts';
import { closing } from '../tools/closing.ts';
import { hostileMarkup } from './hostile-markup.ts';
import { progressOf } from '../tools/progress.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { password, post, withTwoServers } from '../tools/two-servers.ts';
import { type Harm, openReader } from './xss-browser.ts';
import { openWriter, prepare, type Writer } from './xss-people.ts';

const payloads = hostileMarkup(3000);
// Some of each family and frame.
const triedQuick = 30;
// As many as a page of a list shows.
const atOnce = 50;
const hands = 8;
// This many of all are also shown unsanitised: ineffective payloads would prove nothing.
const rawEvery = { quick: 1, full: 10 };
// This many are in the text about one provider: a page for each would prove no more.
const packed = 10;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A payload for a field: behind its mark, and no longer than the field allows; lists by name show the last ones first. */
const markOf = (n: number) => `A${9999 - n}z`;
const fitted = (n: number, length = 2000) =>
  `${markOf(n)} ${payloads[n % payloads.length]}`.slice(0, length).toWellFormed();

/** The name of a person, which accepts no symbols: no markup. */
const named = (n: number) => `${markOf(n)} Proof`;

/** S6: hostile markup in every field that people fill in, rendered with and without the content security policy. */
export async function xss(size: Size): Promise<Figure> {
  const tried = sized(size, 10, triedQuick, payloads.length);
  return await withTwoServers(async ([server], owner) => {
    const began = performance.now();
    const people = await Promise.all(Array.from({ length: atOnce }, () => openWriter(server)));
    const moderator = await openWriter(server);
    await moderator.call('POST', '/register/provider/', provider('Dr. Proof'));
    const visit = await prepare(owner, moderator.id, (people[0] as Writer).id);
    const browser = await launch();
    const [on, off] = [await openReader(browser, server, true), await openReader(browser, server, false)];
    const readers = [on, off];
    const raw = await showRaw(server, tried, size.full ? rawEvery.full : rawEvery.quick);
    const progress = progressOf('xss', tried);
    const shown: Record<string, number> = {};
    let refusedNames = 0;

    async function see(how: 'load' | 'walk', path: string, field: string, marks: string[]) {
      const seen = await Promise.all(readers.map((reader) => reader[how](path, marks)));
      shown[field] = (shown[field] ?? 0) + Math.min(...seen.map(({ length }) => length));
    }

    // A separate session for each browser: both refresh it.
    for (const reader of readers) await reader.signIn(await moderator.newSession());
    for (let first = 0; first < tried; first += atOnce) {
      const rows = payloads.slice(first, Math.min(first + atOnce, tried)).map((_, at) => first + at);
      const marks = rows.map(markOf);
      const asked = await moderator.call('POST', '/apis/help-center/create/', { problem: 'Who answers?' });
      const question = asked.prob_id as number;
      const written = await inHands(rows, (n) => write(n, people[n % atOnce] as Writer, moderator));
      const room = await talk(rows, question, people, moderator);
      await inHands(rows, (n) => report(n, visit, moderator));
      refusedNames += (await inHands(rows, (n) => refusesNames(n, server))).filter(Boolean).length;

      await see('load', '/blog', 'titles and excerpts', marks);
      await see('load', '/help', 'questions', marks);
      await see('load', '/providers', 'names and addresses', marks);
      await see('walk', `/comment/${question}`, 'answers', marks);
      await see('walk', `/room/${room}`, 'messages', marks);
      await see('walk', '/chat', 'rooms', marks);
      await see('walk', '/book/provider/all', 'problems', marks);
      await see('walk', '/record', 'reports', marks);
      await see('walk', '/moderation', 'notes and reasons', marks);
      for (const { n, blog, person } of written) {
        await see('walk', `/blog/${blog}`, 'articles', [markOf(n)]);
        if (n % packed === 0)
          await see('walk', `/profile/${person}`, 'profiles', rows.slice(n - first, n - first + packed).map(markOf));
      }
      const q = encodeURIComponent(fitted(first, 100));
      for (const page of ['help', 'providers']) await Promise.all(readers.map((one) => one.load(`/${page}?q=${q}`)));
      progress.step(rows.length);
    }
    await browser.close();

    const harmless = readers.every(({ harm }) => Object.values(harm).every((found) => found.length === 0));
    for (const { harm } of readers)
      for (const found of Object.values(harm)) if (found.length > 0) console.error(found.slice(0, 20));
    const fields = Object.values(shown);
    return {
      figure: 'S6 hostile markup that runs, asks or breaks out, with the policy on and off',
      value: {
        payloads: tried,
        shown,
        names_refused: refusedNames,
        raw: harmOf(raw),
        policy_on: harmOf(on.harm),
        policy_off: harmOf(off.harm),
        seconds: Math.round((performance.now() - began) / 1000),
      },
      target: `${tried} payloads x >= 8 places, 0 in both${size.full ? '' : '; 3000 with --full'}`,
      ok:
        harmless &&
        raw.executions.length > 0 &&
        raw.requests.length > 0 &&
        fields.length >= 8 &&
        fields.every((count) => count === tried),
    };
  });
}

const harmOf = (harm: Harm) => Object.fromEntries(Object.entries(harm).map(([kind, found]) => [kind, found.length]));

/** A browser that a signal does not end before the servers are stopped. */
async function launch() {
  const browser = await chromium.launch({
    ...chromiumToLaunch(),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const close = closing(() => browser.close());
  browser.once('disconnected', () => void close());
  return browser;
}

/** The effect of unsanitised payloads, in a separate browser: some of them crash it. */
async function showRaw(server: string, tried: number, every: number): Promise<Harm> {
  const browser = await launch();
  const { harm, writeRaw } = await openReader(browser, server, false);
  for (let n = 0; n < tried && browser.isConnected(); n += every) await writeRaw(payloads[n] as string);
  // The requests of the last ones come a moment later.
  for (let n = 0; harm.requests.length === 0 && browser.isConnected() && n < 100; n++) await sleep(50);
  await browser.close();
  return harm;
}

const provider = (name: string, said = 'Is here for a proof.', about = said) => ({
  name,
  about,
  phone: '+91 80 0000 0000',
  experience: 9,
  education: said.slice(0, 300).toWellFormed(),
  address: said.slice(0, 300).toWellFormed(),
  city: said.slice(0, 100).toWellFormed(),
  languages: [said.slice(0, 40).toWellFormed()],
  registration_number: said.slice(0, 64).toWellFormed(),
  council: said.slice(0, 120).toWellFormed(),
  fees: 500,
  speciality: [1],
});

/** One person writes an article, a profile and a question, and requests a time. */
async function write(n: number, person: Writer, moderator: Writer) {
  const about = Array.from({ length: packed }, (_, at) => fitted(n + at, 190)).join('\n');
  await person.call('POST', '/register/provider/', provider(named(n), fitted(n), about));
  const { id: blog } = await person.call('POST', '/apis/blogs/create/', { title: fitted(n, 120), content: fitted(n) });
  await person.call('POST', '/apis/help-center/create/', { problem: fitted(n) });
  const minutes = 30 * (n % 48);
  const day = new Date(Date.now() + (3 + Math.floor(n / 48)) * 86_400_000).toISOString().slice(0, 10);
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  await person.call('POST', '/register/user/basic/', {
    name: named(n),
    about: fitted(n),
    phone: '+91 80 0000 0000',
  });
  const { id } = await person.call('POST', '/api/appointments/create/', {
    user: person.id,
    healthcare_provider: moderator.id,
    appointment_datetime: `${day}T${time}`,
    problem: fitted(n),
  });
  // Only this many may wait.
  await moderator.call('PUT', `/api/approve-appointment/${id}/`);
  return { n, blog: blog as number, person: person.id };
}

/** Many people answer one question and write in one room; their answers are reported with a note, and hidden with a reason. */
async function talk(rows: number[], question: number, people: Writer[], moderator: Writer) {
  const rooms = await inHands(rows, async (n) => {
    const description = fitted(n, 300);
    return (await moderator.call('POST', '/apis/chat-rooms/create/', { name: fitted(n, 80), description }))
      .id as number;
  });
  const room = rooms[0] as number;
  await inHands(rows, async (n) => {
    const [person, other] = [people[n % atOnce], people[(n + 1) % atOnce]] as [Writer, Writer];
    const { id } = await person.call('POST', `/apis/help-center/${question}/comments/`, { comment: fitted(n) });
    await person.call('POST', `/apis/messages-create/${room}/`, { content: fitted(n) });
    const which = { kind: 'answer', id };
    await other.call('POST', '/apis/reports/create/', { ...which, reason: 'other', note: fitted(n, 500) });
    if (n % 2 === 0) await moderator.call('POST', '/apis/moderation/hide/', { ...which, reason: fitted(n, 500) });
  });
  return room;
}

/** A report by its title, type and file name, withdrawn with a reason. */
async function report(n: number, visit: number, moderator: Writer) {
  const fileName = fitted(n, 200).replaceAll(/["\r\n\\]/g, '_');
  const form = reportForm(png, { title: fitted(n, 120), type: fitted(n, 60) }, fileName);
  const { id } = await moderator.call('POST', `/api/records/create/${visit}/`, form);
  if (n % 2 === 0) await moderator.call('POST', `/api/records/${id}/withdraw/`, { reason: fitted(n, 500) });
}

/** Whether such usernames and email addresses are refused: nobody ever reads them. */
async function refusesNames(n: number, server: string) {
  const good = { username: `prove.${n}`, email: 'prove@example.org', password };
  const tries = [
    { ...good, username: payloads[n] },
    { ...good, email: payloads[n] },
  ];
  for (const account of tries) {
    const { status } = await post(`${server}/register/user/`, account);
    if (status !== 400) return false;
  }
  return true;
}

/** Runs something for each row, with limited concurrency; returns the results in order. */
async function inHands<T>(rows: number[], work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  const waiting = [...rows.entries()];
  const hand = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) done[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return done;
}
