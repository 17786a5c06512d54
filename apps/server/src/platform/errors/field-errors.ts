import type * as z from 'zod/mini';
import { Problem } from './problem.ts';

/** The refusal of what a schema found wrong: one sentence for each field, the first; an unknown one counts as wrong. */
export function invalidInput(issues: readonly z.core.$ZodIssue[]): Problem {
  const messages = new Map<string, string>();
  for (const issue of issues) {
    const at = issue.path.join('.');
    const fields =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => (at === '' ? key : `${at}.${key}`)) : [at];
    for (const field of fields) if (!messages.has(field)) messages.set(field, issue.message);
  }
  return new Problem('invalid_input', { errors: Array.from(messages, ([field, message]) => ({ field, message })) });
}
