import type { FieldError } from '@carecommons/contract/errors';

/** The sentence under each wrong field, by the field's name in the form. */
export type FieldErrors = ReadonlyMap<string, string>;

/** The first sentence for each field; what is wrong with one entry of a list (`speciality.0`) stands under the list. */
export function byField(errors: readonly FieldError[]): FieldErrors {
  const sentences = new Map<string, string>();
  for (const { field, message } of errors) {
    const [name = ''] = field.split('.');
    if (!sentences.has(name)) sentences.set(name, message);
  }
  return sentences;
}

/** The errors without those of one field, which is being mended. */
export function without(errors: FieldErrors, name: string): FieldErrors {
  return errors.has(name) ? new Map([...errors].filter(([field]) => field !== name)) : errors;
}
