import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  /** How it stands, in one sentence. */
  state: ReactNode;
  children?: ReactNode;
}

/** One kind of second step: its name, how it stands, and what can be done about it. */
export function FactorPart({ title, state, children }: Props) {
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <div className="grid gap-1">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm text-muted">{state}</p>
      </div>
      {children}
    </section>
  );
}
