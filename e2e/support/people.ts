import { randomUUID } from 'node:crypto';
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { watchFaults } from './faults.ts';
import { storeTokens } from './product.ts';

const password = 'rainy tuesday piano';

/** A signed-in person with a separate browser. */
export interface Person {
  id: number;
  name: string;
  username: string;
  password: string;
  page: Page;
  /** The faults in that browser. */
  faults: string[];
  /** Signs in again for the calls below, after the clock was moved. */
  signIn(): Promise<void>;
  /** Calls the API as this person. */
  call(method: string, path: string, data?: object): Promise<{ status: number; body: unknown }>;
}

interface Meeting {
  browser: Browser;
  url: string;
  /** Browser options, such as the time zone, and the time that its clock shows. */
  context?: BrowserContextOptions | undefined;
  now: Date;
}

const forms = {
  unknown: [],
  patient: [['/register/user/basic/', { about: 'Runs in the mornings.', phone: '+91 98765 43210' }]],
  provider: [
    [
      '/register/provider/',
      {
        experience: 12,
        education: 'MBBS, MD',
        phone: '+91 80 1234 5678',
        address: '7 Lake Road, Bengaluru 560001',
        fees: 1500,
        about: 'General medicine.',
        speciality: [1],
        time_zone: 'Asia/Kolkata',
      },
    ],
  ],
} as const;

/** Registers a person through the API, fills in the profile, and opens a browser in which they are signed in. */
export async function meet({ browser, url, context = {}, now }: Meeting, kind: keyof typeof forms, name: string) {
  const opened = await browser.newContext({ ...context, baseURL: url });
  const faults = await watchFaults(opened);
  await opened.clock.install({ time: now });
  const page = await opened.newPage();
  const username = `e2e.${randomUUID().slice(0, 8)}`;
  const account = { username, email: `${username}@example.org`, password };
  expect((await page.request.post('/register/user/', { data: account })).status()).toBe(201);
  let tokens = { access: '', refresh: '' };
  const signIn = async () => {
    const answer = await page.request.post('/token/', { data: { username, password } });
    tokens = (await answer.json()) as typeof tokens;
  };
  await signIn();

  const call: Person['call'] = async (method, path, data) => {
    const headers = { authorization: `Bearer ${tokens.access}` };
    const reply = await page.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
    return { status: reply.status(), body: await reply.json().catch(() => undefined) };
  };
  for (const [path, form] of forms[kind]) {
    const saved = await call('POST', path, { ...form, name });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  }
  const { body } = await call('GET', '/current-user/');
  await page.goto('/about');
  await storeTokens(page, tokens);
  return {
    id: (body as { user_id: number }).user_id,
    name,
    username,
    password,
    page,
    faults,
    signIn,
    call,
  } satisfies Person;
}
