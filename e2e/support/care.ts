import type { BrowserContextOptions } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { cleanPdf } from '@carecommons/safe-pdf';
import { dayAfter } from '../../apps/server/test/fixtures/days.ts';
import { test as base, expect, expectAccessible } from './journey.ts';
import { meet, type Person } from './people.ts';

const days = 86_400_000;

/** The clock of the product and of all browsers. */
export interface Clock {
  now(): Date;
  move(milliseconds: number): Promise<void>;
}

interface Fixtures {
  /** A new person, signed in, in a separate browser; any fault in it fails the test, unless it is allowed. */
  person(kind: Parameters<typeof meet>[1], name: string, context?: BrowserContextOptions): Promise<Person>;
  clock: Clock;
}

/** A test with its own product, whose clock can be moved forward without ending other people's sessions. */
export const test = base.extend<Fixtures>({
  product: async ({ ownProduct }, use) => {
    await use(ownProduct.product);
  },
  person: async ({ browser, ownProduct, clock, allowed }, use) => {
    const people: Person[] = [];
    await use(async (kind, name, context) => {
      const meeting = { browser, url: ownProduct.product.url, now: clock.now(), context };
      const person = await meet(meeting, kind, name);
      people.push(person);
      return person;
    });
    const faults = people.flatMap((person) => person.faults);
    expect(faults.filter((fault) => !allowed.some((line) => line.test(fault)))).toEqual([]);
    for (const { page } of people) await page.context().close();
  },
  clock: async ({ browser, ownProduct }, use) => {
    await use({
      now: () => new Date(Date.now() + ownProduct.moved()),
      async move(milliseconds) {
        await ownProduct.moveClock(milliseconds);
        // As if a laptop had been closed meanwhile.
        const open = browser.contexts().filter((context) => context.pages().length > 0);
        for (const context of open) await context.clock.fastForward(milliseconds);
      },
    });
  },
});

/** Confirms the person's identity with the password, if the page asks for it. */
export async function confirmIdentity({ page, password }: Pick<Person, 'page' | 'password'>) {
  const dialog = page.getByRole('alertdialog', { name: 'Confirm it’s you' });
  const field = dialog.getByLabel('Current password');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
}

/** Requests a time from a provider through the API, and returns the appointment. */
export async function ask(patient: Person, provider: Person, at: string, problem = 'A rash'): Promise<number> {
  const { status, body } = await patient.call('POST', '/api/appointments/create/', {
    user: patient.id,
    healthcare_provider: provider.id,
    appointment_datetime: at,
    problem,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return (body as { id: number }).id;
}

/** A visit that was requested and is over; returns its id. */
export async function pastVisit(patient: Person, provider: Person, clock: Clock, problem = 'Cough'): Promise<number> {
  const visit = await ask(patient, provider, `${dayAfter(clock.now(), 1)}T09:00`, problem);
  await clock.move(2 * days);
  return visit;
}

interface Report {
  title: string;
  sentence?: string;
  /** A PDF. */
  buffer?: Buffer;
}

/** Uploads a report about a past visit on its page; ends at the provider's reports. */
export async function uploadReport({ page }: Person, visit: number, { title, sentence = '', buffer }: Report) {
  const content = buffer ?? (await makePdf('Bronchitis'));
  await page.goto(`/record/${visit}`);
  await page.getByLabel('File').setInputFiles({ name: 'r.pdf', mimeType: 'application/pdf', buffer: content });
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('In one sentence').fill(sentence);
  await page.getByRole('button', { name: 'Upload report' }).click();
  await expect(page).toHaveURL(/\/record$/);
}

/** A real PDF of one page, in the form in which uploads are stored. */
export async function makePdf(text: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([420, 595]).drawText(text, { x: 48, y: 500, size: 14 });
  const kept = cleanPdf(await document.save());
  if (typeof kept === 'string') throw new Error(kept);
  return Buffer.from(kept);
}

export { dayAfter, expect };
