import * as z from 'zod/mini';

/** The sentences that people read below an invalid field. zod/mini itself only says "Invalid input". */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined ? 'This is required.' : 'This has the wrong form.';
      case 'unrecognized_keys':
        return 'This field is not known here.';
      case 'invalid_value':
        return 'Please choose one of the given values.';
      default:
        return 'This has the wrong form.';
    }
  },
});

/** An object that refuses unknown fields. */
export const strict = z.strictObject;

// PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 form.
const storable = (value: string) => !value.includes('\0') && value.isWellFormed();

/** Text of one or more lines, trimmed, `min` to `max` characters long. */
export function text(max: number, min = 1) {
  return z
    .string()
    .check(
      ...(min === 0 ? [] : [z.regex(/\S/, min === 1 ? 'This is required.' : `Please use at least ${min} characters.`)]),
      z.trim(),
      z.minLength(min, min === 1 ? 'This is required.' : `Please use at least ${min} characters.`),
      z.maxLength(max, `Please use at most ${max} characters.`),
      z.refine(storable, 'This contains a character that cannot be stored.'),
    );
}

/** Optional text; an empty one is stored as null. */
export function optionalText(max: number) {
  return z.nullish(text(max, 0));
}

/** An integer from `min` to `max`. A decimal string is accepted too, because URLs and form fields have only text. */
export function wholeNumber(min: number, max: number) {
  const range = `Please enter a whole number from ${min} to ${max}.`;
  const sent = z.union([z.number(range), z.string(range).check(z.regex(/^\s*-?\d{1,15}\s*$/, range))], range);
  return z.pipe(z.pipe(sent, z.transform(Number)), z.int(range).check(z.minimum(min, range), z.maximum(max, range)));
}

/** A day by the calendar, such as `2026-12-24`, of years that people search in. */
const day = z.iso
  .date('Please enter a day, such as 2026-12-24.')
  .check(z.regex(/^(19|20|21)/, 'Please enter a day, such as 2026-12-24.'));

/** What a long list is searched by: words, and its first and last day in the provider's time zone. */
export const listSearch = { q: z.optional(text(100, 0)), from: z.optional(day), to: z.optional(day) };

/** The id of a row. */
export const id = wholeNumber(1, 2_147_483_647);

/** The id of a message. There are more messages than anything else, so it is wider. */
export const messageId = wholeNumber(1, 999_999_999_999_999);

/** An empty body: nothing, `null` or `{}`. */
export const nothing = z.nullish(z.strictObject({}));

/** A reply that only confirms success. */
export const done = z.object({});

/**
 * A page of a list: `limit` rows (50 by default, 200 at most), starting at an opaque `cursor` that a `Link` header
 * returned.
 */
export const page = {
  limit: z._default(wholeNumber(1, 200), 50),
  cursor: z.optional(z.string().check(z.maxLength(500))),
};
