import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { invalidField } from '../errors/errors.ts';

/** Where a page ends: the values by which the list is ordered, of its last row. */
export type Position = readonly (string | number)[];

/** One page of a list; `next` is there when more rows follow. */
export interface Page<Row, At extends Position = Position> {
  rows: Row[];
  next: At | undefined;
}

/** The page in `rows`, of which one more than `limit` was asked for. */
export function pageOf<Row, At extends Position>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => At,
): Page<Row, At> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? positionOf(last) : undefined };
}

/** A list's name with all that it is filtered by: a cursor is good for the same list alone. */
export type ListName = readonly (string | number | undefined)[];

const mark = (list: ListName) => createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 11);

/** The position that a cursor stands for, of the form that the list's order has. Throws 400 for one that is not of this list. */
export function readCursor<const S extends z.ZodMiniType>(
  list: ListName,
  cursor: string | undefined,
  form: S,
): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  try {
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    const [of, ...position] = z.array(z.unknown()).parse(JSON.parse(text));
    // PostgreSQL takes no NUL in a text.
    if (of === mark(list) && !text.includes('\\u0000')) return form.parse(position);
  } catch {
    // Broken, which is answered like one of another list.
  }
  throw invalidField('cursor', 'This is not a valid position in this list. Please start from the first page.');
}

/** What positions of lists are made of: an instant in milliseconds up to the year 9999, and a number of a row. */
export const moment = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999));
export const int4 = z.int().check(z.minimum(0), z.maximum(2_147_483_647));
/** The position in a list from the newest on. */
export const momentAndId = z.tuple([moment, int4]);

interface ListCall {
  query: { cursor?: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Answers with one page of a list: `read` gives the rows after the position that the call's cursor stands for, from the first on
 * without one. Throws 400 naming `cursor`.
 */
export async function sendList<const S extends z.ZodMiniType, Row>(
  call: ListCall,
  list: ListName,
  form: S,
  read: (after: z.output<S> | undefined) => Promise<Page<Row>>,
): Promise<Row[]> {
  return sendPage(call, list, await read(readCursor(list, call.query.cursor, form)));
}

/** Gives the rows of a page, and the address of the next one to the answer's `Link` header (RFC 8288). */
export function sendPage<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  list: ListName,
  { rows, next }: Page<Row>,
): Row[] {
  if (next !== undefined) {
    const address = new URL(request.url, 'http://server');
    const cursor = Buffer.from(JSON.stringify([mark(list), ...next])).toString('base64url');
    address.searchParams.set('cursor', cursor);
    reply.header('link', `<${address.pathname}${address.search}>; rel="next"`);
  }
  return rows;
}
