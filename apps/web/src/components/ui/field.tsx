import { CircleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes } from 'react';

/** An input's edge is visible at 3:1, and it is 16 px large, so that phones do not zoom in. */
export const inputClass =
  'w-full min-h-11 rounded-control border border-control bg-surface px-3 py-2 text-base text-ink placeholder:text-muted disabled:cursor-not-allowed disabled:bg-raised disabled:text-muted aria-invalid:border-danger';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: ReactNode;
}

export interface Wiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, a hint below it, the control, and its error. The control is described by the hint and the error. */
export function Labelled({
  label,
  hint,
  error,
  optional,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label} {optional && <span className="font-normal text-muted">{optional}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1 text-sm text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  optional,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Labelled label={label} hint={hint} error={error} optional={optional}>
      {(wiring) => (
        <input dir={input.type === undefined ? 'auto' : undefined} {...input} {...wiring} className={inputClass} />
      )}
    </Labelled>
  );
}

export function SelectField({
  label,
  hint,
  error,
  optional,
  ...input
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Labelled label={label} hint={hint} error={error} optional={optional}>
      {(wiring) => <select {...input} {...wiring} className={inputClass} />}
    </Labelled>
  );
}
