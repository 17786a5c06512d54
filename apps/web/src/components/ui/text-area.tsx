import { useLingui } from '@lingui/react/macro';
import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type FieldProps, inputClass, Labelled, type Wiring } from './field.tsx';

// From this part of the limit on, the counter is shown.
const nearlyFull = 0.9;

/**
 * Counts the characters of a text, and shows the count from 90 % of the limit on. A text that is too long stays as it was pasted or
 * typed, and the form is not sent: an input with `maxlength` would cut it without a word.
 */
export function useCounted<Element extends HTMLInputElement | HTMLTextAreaElement>(
  maxLength: number | undefined,
  { value, defaultValue }: { value?: unknown; defaultValue?: unknown },
): {
  ref: RefObject<Element | null>;
  onInput: (event: FormEvent<Element>) => void;
  isTooLong: boolean;
  counter: ReactNode;
} {
  const { i18n, t } = useLingui();
  const ref = useRef<Element>(null);
  const [typed, setTyped] = useState(() => textOf(defaultValue).length);
  const length = value === undefined ? typed : textOf(value).length;
  const isTooLong = maxLength !== undefined && length > maxLength;
  const max = maxLength ?? 0;
  const sentence = t`Please use at most ${max} characters.`;
  useEffect(() => ref.current?.setCustomValidity(isTooLong ? sentence : ''), [isTooLong, sentence]);
  return {
    ref,
    onInput: ({ currentTarget }) => setTyped(currentTarget.value.length),
    isTooLong,
    counter: (
      // There from the beginning, without room: a status is read out only where its text comes later.
      <div role="status" className="contents">
        {maxLength !== undefined && length >= maxLength * nearlyFull && (
          <p className={`flex justify-between gap-2 text-sm ${isTooLong ? 'text-danger' : 'text-muted'}`}>
            <span>{isTooLong && sentence}</span>
            {/* Seen, and not read out at each letter. */}
            <span aria-hidden className="tabular">
              {i18n.number(length)}/{i18n.number(maxLength)}
            </span>
          </p>
        )}
      </div>
    ),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

interface CountedFieldProps<Element extends HTMLInputElement | HTMLTextAreaElement> {
  field: FieldProps;
  maxLength: number | undefined;
  input: { value?: unknown; defaultValue?: unknown };
  children: (control: Omit<ReturnType<typeof useCounted<Element>>, 'isTooLong' | 'counter'> & Wiring) => ReactNode;
}

/** A labelled control with a counter below it. */
function CountedField<Element extends HTMLInputElement | HTMLTextAreaElement>({
  field,
  maxLength,
  input,
  children,
}: CountedFieldProps<Element>) {
  const { counter, isTooLong, ...counted } = useCounted<Element>(maxLength, input);
  return (
    // Where the text is too long, the counter says so; the form finds the field by its validity.
    <Labelled {...field} error={isTooLong ? undefined : field.error}>
      {(wiring) => (
        <>
          {children({ ...counted, ...wiring, 'aria-invalid': isTooLong || wiring['aria-invalid'] })}
          {counter}
        </>
      )}
    </Labelled>
  );
}

/** A text of several lines. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  maxLength,
  ...input
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <CountedField<HTMLTextAreaElement> field={{ label, hint, error, optional }} maxLength={maxLength} input={input}>
      {(control) => <textarea dir="auto" rows={4} {...input} {...control} className={inputClass} />}
    </CountedField>
  );
}

/** A line of text that is not to be cut. */
export function ShortText({
  label,
  hint,
  error,
  optional,
  maxLength,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <CountedField<HTMLInputElement> field={{ label, hint, error, optional }} maxLength={maxLength} input={input}>
      {(control) => <input dir="auto" {...input} {...control} className={inputClass} />}
    </CountedField>
  );
}
