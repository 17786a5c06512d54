import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/servers/app.ts';
import { buildBareApp } from '../../app.ts';
import { timeLeft } from './request-deadline.ts';

let t: TestApp;
let app: FastifyInstance;
let answered = 0;
const left = { before: 0, after: Promise.resolve(0) };

beforeAll(async () => {
  t = await testApp();
  app = buildBareApp(t.services);
  const slowly = async () => {
    for (let statement = 0; statement < 5; statement++) {
      await sql`select pg_sleep(1.5)`.execute(t.db);
      answered += 1;
    }
    return {};
  };
  app.get('/slow/', slowly);
  app.post('/slow/', slowly);
  app.get('/page/', async () => {
    await sql`select pg_sleep(2.7)`.execute(t.db);
    return (await app.inject('/slow/')).json();
  });
  app.get('/left/', async (_request, reply) => {
    left.before = timeLeft();
    left.after = new Promise((resolve) => {
      // What is set going here goes on after the answer.
      const look = () => (reply.raw.writableFinished ? resolve(timeLeft()) : setTimeout(look, 10));
      setTimeout(look, 10);
    });
    return {};
  });
});
beforeEach(() => {
  answered = 0;
});
afterAll(async () => {
  await app.close();
  await t.close();
});

const busy = { statusCode: 503, headers: { 'retry-after': '2' } };

test.each(['GET', 'POST'] as const)(
  'a %s waits for the database only so long, over all its statements',
  async (method) => {
    const body = method === 'POST' ? { payload: { asked: 'for' } } : {};
    expect(await app.inject({ method, url: '/slow/', ...body })).toMatchObject(busy);
    // Some of it was waited for: one more is cut short, and the others are never sent.
    expect([1, 2, 3]).toContain(answered);
  },
);

test('what a page asks for within the server is part of its wait', async () => {
  expect((await app.inject('/page/')).json()).toMatchObject({ code: 'busy' });
  expect(answered).toBe(0);
});

test('a connection that is waited for in vain is still good for the next', async () => {
  const holding = Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(4.5)`.execute(t.db)));
  expect(await app.inject('/slow/')).toMatchObject(busy);
  expect(answered).toBe(0);
  await holding;
  expect((await sql`select 1 as one`.execute(t.db)).rows).toEqual([{ one: 1 }]);
});

test('nothing but a request has a limit, nor what it has set going once it is answered', async () => {
  expect(timeLeft()).toBe(Infinity);
  await app.inject('/left/');
  expect([left.before, await left.after]).toEqual([4000, Infinity]);
});
