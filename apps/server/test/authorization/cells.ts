import type { Answer } from '../servers/app.ts';
import type { Ground, Somebody } from './somebody.ts';
import {
  type Asker,
  type Entry,
  expectedOf,
  people,
  type PersonName,
  type Relation,
  relations,
  type Thing,
} from './notation.ts';
import { truth } from './table.ts';
import type { World } from './world.ts';

/** One question to the product: this person, this endpoint, this object. */
export interface Cell {
  line: string;
  entry: Entry;
  relation: Relation | 'none';
  who: PersonName;
  thing: Thing;
  somebody: Somebody;
}

/** Every cell that the world has an object for. */
export function cellsOf(world: World, lines: Iterable<string> = truth.keys()): Cell[] {
  const cells: Cell[] = [];
  for (const line of lines) {
    for (const entry of truth.get(line) ?? []) {
      for (const who of people) {
        const somebody = world.askers.get(who) as Somebody;
        for (const relation of entry.about === 'nothing' ? (['none'] as const) : relations) {
          const thing = relation === 'none' ? { id: 0 } : world.thing(entry.about as never, relation, who);
          if (thing !== undefined) cells.push({ line, entry, relation, who, thing, somebody });
        }
      }
    }
  }
  return cells;
}

/** What the table says of a cell. */
export const expected = ({ entry, relation, who }: Cell) =>
  expectedOf(entry, relation === 'none' ? 'others' : relation, who);

/** The address of a cell, with its parameters filled in. */
function addressOf({ line, entry, thing, somebody }: Cell) {
  const path = line
    .slice(line.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_, name: string) => String(thing[name] ?? thing.id));
  const query = entry.query?.(thing, somebody as Asker) ?? {};
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return search.length === 0 ? path : `${path}?${search.join('&')}`;
}

/** What a cell sends: its body, or its form. */
export function payloadOf({ entry, thing, somebody }: Cell) {
  return entry.form?.({}) ?? { body: entry.body?.(thing, somebody as Asker) };
}

/** Asks the product. */
export async function ask(
  ground: Pick<Ground, 'call'>,
  cell: Cell,
  sent: object = payloadOf(cell),
  more = '',
): Promise<Answer> {
  const [method] = cell.line.split(' ');
  return await ground.call(`${method} ${addressOf(cell)}${more}`, { as: cell.somebody.access, ...sent });
}

/** An answer in the words of the table. */
export const told = ({ status, body }: Answer) => (body?.code === undefined ? status : `${status} ${body.code}`);

/** All of an answer that two askers could tell apart. */
export function bytesOf({ status, headers, text }: Answer) {
  const { 'x-request-id': _, date: __, ...rest } = headers;
  return JSON.stringify([status, rest, text]);
}

/** A cell by name, as a failure shows it. */
export const nameOf = ({ line, entry, relation, who }: Cell) =>
  `${line}, ${who}, ${relation} ${entry.about}${entry.query === undefined ? '' : ' with a query'}`;
