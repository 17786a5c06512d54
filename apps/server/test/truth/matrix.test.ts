import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/app.ts';
import { ask, bytesOf, type Cell, cellsOf, expected, nameOf, told } from './cells.ts';
import { type Grounds, openGrounds } from './ground.ts';
import { truth } from './table.ts';

let g: Grounds;
beforeAll(async () => {
  g = await openGrounds();
});
afterAll(() => g.close());

const lines = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
/** A look at a report stands in the audit before a byte of it is sent. */
const audited = ['GET /files/records/:record_id/'];

test('every endpoint stands in the truth table, and nothing else does', () => {
  expect([...truth.keys()].toSorted()).toEqual(lines.toSorted());
});

test('every cell is as the table says', { timeout: 120_000 }, async ({ task }) => {
  const cells = cellsOf(g.world);
  const found = { wrong: [] as string[], told: [] as string[], changed: [] as string[], wroteByGet: new Set<string>() };
  const missing = new Map<string, string>();
  const before = await g.digest();

  async function look(cell: Cell) {
    const reads = cell.line.startsWith('GET ');
    return await g.trying(async (so) => {
      const answer = await ask(g.t, cell);
      const wrote = reads ? await so.wrote() : answer.status >= 400 && so.kept();
      return { answer, wrote, changed: wrote && (await g.digest()) !== before };
    });
  }

  for (const cell of inOrder(cells)) {
    const { line, entry, who, relation } = cell;
    const { answer, wrote, changed } = await look(cell);
    const wanted = expected(cell);
    const key = `${line} ${truth.get(line)?.indexOf(entry)} ${who}`;
    if (relation === 'missing') missing.set(key, bytesOf(answer));
    const right = wanted === 'as missing' ? bytesOf(answer) === missing.get(key) : told(answer) === wanted;
    if (!right) found.wrong.push(`${nameOf(cell)}: ${told(answer)} in place of ${wanted}`);
    for (const leak of g.world.canaries.leaksIn(answer.text, who)) found.told.push(`${nameOf(cell)}: ${leak}`);
    if (changed) found.changed.push(nameOf(cell));
    if (wrote && line.startsWith('GET ')) found.wroteByGet.add(line);
  }
  const { wrong, told: leaks, changed, wroteByGet } = found;
  expect({ wrong, leaks, changed, wroteByGet: [...wroteByGet] }).toEqual({
    wrong: [],
    leaks: [],
    changed: [],
    wroteByGet: audited,
  });
  (task.meta as { figure?: unknown }).figure = { cells: cells.length, wrong: wrong.length };
});

/** The missing things first: with what is answered to them the others are compared. */
const inOrder = (cells: Cell[]) => [
  ...cells.filter(({ relation }) => relation === 'missing'),
  ...cells.filter(({ relation }) => relation !== 'missing'),
];
