import type { ReactNode } from 'react';

// The server counts no further.
const most = 99;

/** A number at the corner of a mark, with what it counts in words; nothing where it is none. */
export function CornerCount({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden
        className="tabular absolute start-5 top-0.5 min-w-5 whitespace-nowrap rounded-full bg-primary px-1 text-center text-xs leading-5 font-semibold text-on-primary"
      >
        {count > most ? `${most}+` : count}
      </span>
      <span className="sr-only"> {children}</span>
    </>
  );
}
