import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/app.ts';
import { ask, bytesOf, type Cell, cellsOf, expected, nameOf, told } from './cells.ts';
import { type Grounds, openGrounds, report } from './fixtures.ts';
import { namelessIn } from './predicates.ts';
import { truth } from './table.ts';

let g: Grounds;
beforeAll(async () => {
  g = await openGrounds();
}, 240_000);
afterAll(() => g.close());

const lines = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
/** What was looked at stands in the audit before a byte of it is sent. */
const audited = [
  'GET /files/records/:record_id/',
  'GET /api/records/',
  'GET /api/records-provider/',
  'GET /api/records/waiting/',
  'GET /api/records/accesses/',
  'GET /api/shares/',
  'GET /files/shared/:record_id/',
  'GET /files/verification/:file_id/',
  'GET /files/exports/:export_id/',
  'GET /api/admin/audit/',
  'GET /api/admin/account-events/',
  'GET /api/admin/visit-reads/',
];

test('every endpoint stands in the truth table, and nothing else does', () => {
  const undeclared = lines.filter((line) => !truth.has(line));
  const unknown = [...truth.keys()].filter((line) => !lines.includes(line));
  expect({ undeclared, unknown }).toEqual({ undeclared: [], unknown: [] });
});

test('every cell is as the table says', { timeout: 480_000 }, async ({ task }) => {
  const cells = cellsOf(g.world);
  const missing = new Map<string, string>();
  const before = await g.digest();
  const found = {
    /** Cells that are answered otherwise. */
    wrong: [] as string[],
    /** Secrets told to somebody who may not know them. */
    leaks: [] as string[],
    /** What was refused, or only read, and yet changed something. */
    changed: [] as string[],
    /** Statements about private things that do not say whose. */
    nameless: new Set<string>(),
    wroteByGet: new Set<string>(),
  };

  for (const cell of inOrder(cells)) {
    const { line, entry, who, relation } = cell;
    const reads = line.startsWith('GET ');
    const { answer, wrote, changed, statements } = await g.trying(async (so) => {
      const answered = await ask(g.t, cell);
      const touched = reads ? await so.wrote() : answered.status >= 400 && so.kept();
      const different = touched && (await g.digest()) !== before;
      return { answer: answered, wrote: touched, changed: different, statements: so.statements() };
    });
    const key = `${line} ${truth.get(line)?.indexOf(entry)} ${who}`;
    if (relation === 'missing') missing.set(key, bytesOf(answer));
    const wanted = expected(cell);
    const right = wanted === 'as missing' ? bytesOf(answer) === missing.get(key) : told(answer) === wanted;
    if (!right) found.wrong.push(`${nameOf(cell)}: ${told(answer)} in place of ${wanted}`);
    const reader = relation === 'others' ? (entry.toldAs ?? who) : who;
    for (const leak of g.world.canaries.leaksIn(answer.text, reader)) found.leaks.push(`${nameOf(cell)}: ${leak}`);
    if (changed) found.changed.push(nameOf(cell));
    if (wrote && reads) found.wroteByGet.add(line);
    for (const statement of namelessIn(cell, statements)) found.nameless.add(statement);
  }

  report(task, { cells: cells.length, wrong: found.wrong.length, routes: `${truth.size} of ${lines.length}` });
  const none = { wrong: [], leaks: [], changed: [], nameless: new Set() };
  expect(found).toEqual({ ...none, wroteByGet: new Set(audited) });
  expect(cells.length).toBeGreaterThan(2000);
});

/**
 * The missing things first: with what is answered to them the others are compared. Then what only reads: a file that is
 * deleted comes back by nothing.
 */
const inOrder = (cells: Cell[]) => {
  const rank = ({ line, relation }: Cell) => (relation === 'missing' ? 0 : line.startsWith('GET ') ? 1 : 2);
  return cells.toSorted((one, other) => rank(one) - rank(other));
};
