import { By, Key, until } from 'selenium-webdriver';
import { dayAfter } from '../../apps/server/test/fixtures/days.ts';
import { enter, newPatient, newProvider, password } from '../specification/api.ts';
import { addressesOf, doingSomething, pagesOf } from '../support/addresses.ts';
import { expect, test } from './walk.ts';

// What differs between engines: dates and numbers, native fields, browser caches, visibility.

test('a public page with days is the same as the server drew it', async ({ walk, request }) => {
  for (const path of ['/', '/blog']) {
    const drawn = (await (await request.get(path)).text()).match(/<time[^>]*>[^<]*<\/time>/g)?.map(textOf) ?? [];
    expect(drawn.length).toBeGreaterThan(5);
    await walk.open(path);
    const shown = await walk.driver.executeScript<string[]>(
      "return [...document.querySelectorAll('time')].map((one) => one.textContent)",
    );
    // Between them are the next free times, which the page loads by itself.
    expect(shown.filter((text) => drawn.includes(text))).toEqual(drawn);
  }
});

const textOf = (element: string) => element.replaceAll(/<[^>]*>/g, '');

test('a page of one’s own asks who one is, and comes after signing in', async ({ walk, product }) => {
  const { username, password: secret } = product.logins.patient;
  await walk.open('/record');
  await walk.isAt(/\/login\?next=%2Frecord$/);
  await (await walk.field('Username')).sendKeys(username);
  await (await walk.field('Password')).sendKeys(secret);
  await walk.press('Sign in');
  await walk.isAt(/\/record$/);
  await walk.see('24-hour ECG');
});

test('a newcomer who signs in is asked for a profile', async ({ walk, request }) => {
  const { username } = await enter(request);
  await walk.open('/login');
  await (await walk.field('Username')).sendKeys(username);
  await (await walk.field('Password')).sendKeys(password);
  await walk.press('Sign in');
  await walk.isAt(/\/register\/user\/basic$/);
});

test('a time is chosen among the free ones, and asked for', async ({ walk, request }) => {
  const provider = await newProvider(request);
  const { time_zone: _, ...schedule } = await provider.good('GET', '/api/schedule/');
  const hours = [{ from: '09:00', to: '17:00' }];
  const weekly = Array.from({ length: 7 }, (__, day) => ({ weekday: day + 1, hours }));
  await provider.good('PUT', '/api/schedule/', { ...schedule, weekly });
  await walk.as(await newPatient(request));
  await walk.open(`/books/${provider.user_id}`);
  const day = `label:has(input[name=day][value="${dayAfter(new Date(), 2)}"])`;
  await walk.driver.wait(until.elementLocated(By.css(day)), 15_000).click();
  await walk.press('11:30');
  await (await walk.field('Problem')).sendKeys('A rash');
  await walk.see(/, 11:30 · ₹1,500 · Requested first/);
  await walk.press('Send request');
  await walk.see('Requested — not yet confirmed');
});

test('days and times are typed into the browser’s own fields', async ({ walk, request }) => {
  const provider = await newProvider(request);
  const day = dayAfter(new Date(), 3);
  // Part by part, in the order of the driver's locale.
  const [year = '', month = '', date = ''] = day.split('-');
  const typed = [month, date, year].join(Key.ARROW_RIGHT);
  const typedTime = (hour: string, minute: string) => `${hour}${Key.ARROW_RIGHT}${minute}`;
  await walk.as(await newPatient(request));
  await walk.open(`/books/${provider.user_id}`);
  await (await walk.field('Date')).sendKeys(typed);
  await (await walk.field('Time')).sendKeys(typedTime('12', '15'));
  await (await walk.field('Problem')).sendKeys('A cough');
  await walk.see(/, 12:15 · ₹1,500 · Requested first/);
  await walk.press('Send request');
  await walk.see('Requested — not yet confirmed');
  await walk.as(provider);
  await walk.open('/schedule');
  await walk.press('Take leave');
  await (await walk.field('From')).sendKeys(typed, Key.ARROW_RIGHT, typedTime('09', '00'));
  await (await walk.field('To')).sendKeys(typed, Key.ARROW_RIGHT, typedTime('18', '00'));
  await walk.press('See what it affects');
  await walk.see('Asha Kiran');
});

test('a message that was sent is in view', async ({ walk, request, product }) => {
  await walk.as(await enter(request, product.logins.patient));
  await walk.open('/room/1');
  for (const message of ['Good morning from WebKit', 'And a second line']) {
    await (await walk.field('Message')).sendKeys(message);
    await walk.press('Send');
    await expect
      .poll(() => walk.driver.executeScript(isInView, message), { timeout: 10_000, message: `“${message}” is in view` })
      .toBe(true);
  }
});

const isInView = `const list = document.querySelector('[role=log]');
  const row = [...list.querySelectorAll('article')].find((one) => one.textContent.includes(arguments[0]));
  return row !== undefined && row.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1`;

test('a report is drawn in the page', async ({ walk, request, product }) => {
  await walk.as(await enter(request, product.logins.patient));
  await walk.open('/record');
  await walk.press('Preview of 24-hour ECG');
  await walk.see('Page 1 of');
  const drawn = () => walk.driver.executeScript("return document.querySelectorAll('canvas[data-drawn]').length");
  await expect.poll(drawn, { timeout: 20_000 }).toBeGreaterThan(0);
});

test('after logging out, Back shows nothing of one’s own', async ({ walk, request, product }) => {
  const { driver } = walk;
  // Pages are left while their scripts are loading.
  walk.allow(/Importing a module script failed/);
  await walk.as(await enter(request, product.logins.patient));
  const addresses = await addressesOf(product);
  const others = pagesOf('patient').filter((path) => path !== '/record' && !doingSomething.includes(path));
  for (const path of others) await walk.open(addresses[path]!);
  await walk.open('/record');
  await walk.see('24-hour ECG');
  // Back restores the page itself with all its state.
  await driver.executeScript('window.left = true');
  await walk.open('/help');
  await driver.navigate().back();
  await walk.see('24-hour ECG');
  expect(await driver.executeScript('return window.left')).toBe(true);
  await driver.navigate().forward();
  await walk.isAt(/\/help$/);
  await walk.press('Open the menu');
  await walk.press('Logout');
  await walk.isAt(/:\d+\/$/);
  await walk.see('Login');
  await driver.navigate().back();
  await walk.isAt(/\/help$/);
  for (const path of ['/record', ...others.toReversed()] as const) {
    await driver.navigate().back();
    const next = new URLSearchParams({ next: addresses[path]! }).toString();
    await expect.poll(() => driver.getCurrentUrl(), { timeout: 15_000 }).toContain(`/login?${next}`);
    await walk.see('Welcome back');
    expect(await walk.shown()).not.toContain('24-hour ECG');
  }
});
