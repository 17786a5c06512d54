import type { FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { Problem } from './problem.ts';

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
  const fault = { message: 'The body is not valid JSON.' };
  try {
    const value: unknown = parse(text, null, { protoAction: 'error', constructorAction: 'error' });
    const doubt = doubtOf(text);
    if (doubt === undefined) return value;
    fault.message = doubt;
  } catch {
    // Answered as it stands above.
  }
  throw new Problem('invalid_input', fault);
}

/** Why valid JSON is not taken, in one sentence, or undefined where it is. */
function doubtOf(text: string): string | undefined {
  const open: { keys: Set<string>; commas: number; isList: boolean }[] = [];
  for (const [token, colon] of text.matchAll(tokens)) {
    const within = open.at(-1);
    if (token === '{' || token === '[') {
      if (open.push({ keys: new Set(), commas: 0, isList: token === '[' }) > deepest) {
        return `The body is nested more than ${deepest} deep.`;
      }
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (within?.isList === true && ++within.commas >= longestList) {
        return `The body holds a list of more than ${longestList}.`;
      }
    } else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      if (within?.keys.has(key)) return 'The body names a field twice.';
      within?.keys.add(key);
    } else if (!token.startsWith('"') && !isExact(Number(token)))
      return 'The body holds a number that is out of range.';
  }
  return undefined;
}

/** Whether a number is what it was sent as: no infinity, no negative zero, and no integer that is rounded. */
const isExact = (value: number) =>
  Number.isFinite(value) && !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value));
