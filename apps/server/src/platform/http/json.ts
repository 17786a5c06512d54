import type { FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { Problem } from '../errors/errors.ts';

// No body of ours comes near; what goes beyond is meant to keep somebody busy.
const deepest = 32;
const longestList = 1000;
// Of a text that was parsed already: its strings (a key with its colon), brackets and commas, and numbers.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{},]|-?\d[\d.eE+-]*/g;

/**
 * Reads a JSON body. An empty one counts as `{}`, so that calls without a payload need none, and a missing field is named
 * in the answer. Keys that reach for an object's prototype are refused, and what two readers could take for two things.
 */
export async function parseJson(_request: FastifyRequest, body: string | Buffer): Promise<unknown> {
  if (body.length === 0) return {};
  const text = String(body);
  let doubt: Doubt = { message: 'The body is not valid JSON.' };
  try {
    const value: unknown = parse(text, null, { protoAction: 'error', constructorAction: 'error' });
    const found = doubtOf(text);
    if (found === undefined) return value;
    doubt = found;
  } catch {
    // Answered as it stands above.
  }
  const { message, field } = doubt;
  throw new Problem('invalid_input', { message, errors: field === undefined ? [] : [{ field, message }] });
}

interface Doubt {
  message: string;
  /** Where it stands, as in other refusals of a field: `a.b.0`. */
  field?: string;
}

/** A doubt about no field in particular. */
const whole = (message: string): Doubt => ({ message });

interface Level {
  keys: Set<string>;
  isList: boolean;
  /** The key or index that is being read. */
  at: string | number;
}

/** Why valid JSON is not taken, or undefined where it is. */
function doubtOf(text: string): Doubt | undefined {
  const open: Level[] = [];
  const doubt = (message: string): Doubt => {
    const field = open.map(({ at }) => at).join('.');
    return field === '' ? { message } : { message, field };
  };
  for (const [token, colon] of text.matchAll(tokens)) {
    const within = open.at(-1);
    if (token === '{' || token === '[') {
      if (open.length === deepest) return whole(`The body is nested more than ${deepest} deep.`);
      open.push({ keys: new Set(), isList: token === '[', at: token === '[' ? 0 : '' });
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (within?.isList === true && ++(within.at as number) >= longestList) {
        return whole(`The body holds a list of more than ${longestList}.`);
      }
    } else if (colon !== undefined && within !== undefined) {
      within.at = JSON.parse(token.slice(0, -colon.length)) as string;
      if (within.keys.has(within.at)) return doubt('The body names a field twice.');
      within.keys.add(within.at);
    } else if (!token.startsWith('"') && !isExact(Number(token)))
      return doubt('The body holds a number that is out of range.');
  }
  return undefined;
}

/** Whether a number is what it was sent as: no infinity, no negative zero, and no integer that is rounded. */
const isExact = (value: number) =>
  Number.isFinite(value) && !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value));
