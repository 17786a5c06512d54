import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Login } from '../support/product.ts';

export const password = 'rainy tuesday piano';

const profile = { name: 'Asha Kiran', about: 'Runs in the mornings.', phone: '+91 98765 43210' };

/** An API client without a browser. */
export type Caller = Awaited<ReturnType<typeof enter>>;

/** Opens a session; without a login, with a new account. */
export async function enter(request: APIRequestContext, login?: Login) {
  const account = login ?? { username: `e2e.${randomUUID().slice(0, 8)}`, password };
  const send = async (method: string, path: string, data?: unknown, access?: string) => {
    const answer = await request.fetch(path, {
      method,
      headers: { accept: 'application/json', ...(access === undefined ? {} : { authorization: `Bearer ${access}` }) },
      ...(data === undefined ? {} : { data }),
    });
    return { status: answer.status(), body: await answer.json().catch(() => undefined) };
  };
  if (login === undefined) {
    const opened = await send('POST', '/register/user/', { ...account, email: `${account.username}@example.org` });
    expect(opened.status).toBe(201);
  }
  const tokens = (await send('POST', '/token/', account)).body as { access: string; refresh: string };
  const call = async (method: string, path: string, data?: unknown) => await send(method, path, data, tokens.access);
  const { user_id } = (await call('GET', '/current-user/')).body as { user_id: number };
  return {
    ...account,
    user_id,
    tokens,
    call,
    /** Makes a call that must succeed, and returns its body. */
    async good(method: string, path: string, data?: unknown) {
      const { status, body } = await call(method, path, data);
      expect([method, path, status >= 200 && status < 300, body]).toEqual([method, path, true, body]);
      return body;
    },
  };
}

/** Registers a new person with a basic profile. */
export async function newPatient(request: APIRequestContext): Promise<Caller> {
  const person = await enter(request);
  await person.good('POST', '/register/user/basic/', profile);
  return person;
}

/** Registers a new provider without published hours: any time can be requested. */
export async function newProvider(request: APIRequestContext): Promise<Caller> {
  const person = await enter(request);
  const { about, phone } = profile;
  const practice = { experience: 12, education: 'MBBS, MD', address: '7 Lake Road, Bengaluru 560001', fees: 1500 };
  const form = { ...practice, name: 'Dr. Kavita Iyer', about, phone, speciality: [1] };
  await person.good('POST', '/register/provider/', form);
  return person;
}

/** Gives a page somebody's session. */
export async function signInAs(page: Page, { tokens }: Caller) {
  await page.goto('/about');
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('access', access);
    localStorage.setItem('refresh', refresh);
  }, tokens);
}
