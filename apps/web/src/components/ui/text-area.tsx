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
import { type FieldProps, inputClass, Labelled } from './field.tsx';

// From this part of the limit on it is shown how much is written.
const nearlyFull = 0.9;

/**
 * How much of the room for a text is used, from shortly before the end on. What is too long stays as it was pasted or typed, and the form says so:
 * an input with `maxlength` would cut it without a word.
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

/** A text of several lines. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  maxLength,
  ...input
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { counter, isTooLong, ...counted } = useCounted<HTMLTextAreaElement>(maxLength, input);
  return (
    // The counter says it, in place of the form, which finds the field by its validity.
    <Labelled label={label} hint={hint} error={isTooLong ? undefined : error} optional={optional}>
      {(wiring) => (
        <>
          <textarea
            dir="auto"
            rows={4}
            {...input}
            {...counted}
            {...wiring}
            aria-invalid={isTooLong || wiring['aria-invalid']}
            className={inputClass}
          />
          {counter}
        </>
      )}
    </Labelled>
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
  const { counter, isTooLong, ...counted } = useCounted<HTMLInputElement>(maxLength, input);
  return (
    <Labelled label={label} hint={hint} error={isTooLong ? undefined : error} optional={optional}>
      {(wiring) => (
        <>
          <input
            dir="auto"
            {...input}
            {...counted}
            {...wiring}
            aria-invalid={isTooLong || wiring['aria-invalid']}
            className={inputClass}
          />
          {counter}
        </>
      )}
    </Labelled>
  );
}
