import type { InputHTMLAttributes, ReactNode } from 'react';

/** One of several choices as a chip: a radio button, with the whole chip to press. */
export function ChoiceChip({ children, ...input }: InputHTMLAttributes<HTMLInputElement> & { children: ReactNode }) {
  return (
    <label className="relative inline-flex min-h-11 min-w-14 shrink-0 cursor-pointer flex-col items-center justify-center rounded-control border border-control bg-surface px-2 py-1 text-center hover:bg-raised has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input type="radio" className="absolute inset-0 size-full cursor-[inherit] opacity-0" {...input} />
      {children}
    </label>
  );
}
