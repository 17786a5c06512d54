import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/servers/app.ts';
import { questionTexts } from '../../modules/help/help.ts';
import { connect } from '../db/db.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let queries = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    queries += 1;
    return node;
  },
  async transformResult({ result }) {
    return result;
  },
};

let t: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  const open = (connection: Parameters<typeof connect>[0]) =>
    connect(connection, { prepare: true, connections: 5 }, quiet).withPlugin(counting);
  t = await testApp({}, undefined, open);
});
afterAll(() => t.close());

test('however many ask at once for what has just changed, the database is asked once', async () => {
  const ask = () => t.call('GET /apis/help-center/');
  queries = 0;
  await ask();
  const once = queries;
  expect(once).toBeGreaterThan(0);

  queries = 0;
  questionTexts.clear();
  const answers = await Promise.all(Array.from({ length: 200 }, ask));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(queries).toBe(once);
});
