import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/app.ts';
import { ask, type Cell, cellsOf, expected, nameOf, payloadOf } from './cells.ts';
import { type Grounds, openGrounds, report } from './fixtures.ts';
import { truth } from './table.ts';

let g: Grounds;
beforeAll(async () => {
  g = await openGrounds();
}, 240_000);
afterAll(() => g.close());

/** What programs send who have read other programs. */
const guesses = [
  'id',
  'user_id',
  'user',
  'patient',
  'is_approved',
  'is_staff',
  'is_superuser',
  'is_admin',
  'verified',
  'grants',
  'owner',
  'author',
];

const writable = [...truth.keys()].filter((line) => !line.startsWith('GET '));
const endpointOf = new Map(routes.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

test('no writable route takes a column that its contract does not name', { timeout: 480_000 }, async ({ task }) => {
  const names = [...new Set([...(await g.columns()), ...guesses])];
  const found = { tries: 0, accepted: [] as string[] };
  for (const line of writable) {
    const cell = goodOne(line);
    const taken = takenBy(cell);
    for (const name of names.filter((one) => !taken.has(one))) {
      for (const [way, more, sent] of ways(cell, name)) {
        const { answer, kept } = await g.trying(async (so) => ({
          answer: await ask(g.t, cell, sent, more),
          kept: so.kept(),
        }));
        found.tries += 1;
        const named =
          answer.status === 400 && answer.body.errors.some(({ field }: { field: string }) => field === name);
        if (!named || kept) found.accepted.push(`${nameOf(cell)}: ${name} in the ${way} gave ${answer.status}`);
      }
    }
  }
  report(task, { tries: found.tries, accepted: found.accepted.length });
  expect(found.accepted).toEqual([]);
  expect(found.tries).toBeGreaterThan(1500);
});

/** A call of a route that is a success: what an added field would come along with. */
function goodOne(line: string): Cell {
  const cell = cellsOf(g.world, [line]).find((one) => [200, 201].includes(expected(one) as number));
  if (cell === undefined) throw new Error(`The truth table knows nobody who may call ${line}`);
  return cell;
}

/** The fields that the route's own contract names. */
function takenBy({ line }: Cell) {
  const { body, upload } = endpointOf.get(line) ?? {};
  const shape = (body ?? upload?.texts) as { shape?: object } | undefined;
  return new Set([...Object.keys(shape?.shape ?? {}), upload?.file]);
}

/** How a field can be smuggled in: each with what it adds to the address, and what is sent. */
function ways(cell: Cell, name: string): [string, string, object][] {
  const { form, query } = cell.entry;
  const sent = payloadOf(cell) as { body?: object };
  const inBody = form === undefined ? { body: { ...sent.body, [name]: 1 } } : form({ [name]: '1' });
  const more = `${query === undefined ? '?' : '&'}${name}=1`;
  const inQuery: [string, string, object][] = guesses.includes(name) ? [['query', more, sent]] : [];
  return [['body', '', inBody], ...inQuery];
}
