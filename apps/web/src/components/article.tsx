import type { ReactNode } from 'react';

/** A page to read: its heading, a first sentence, and the text in reading width. */
export function Article({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <article className="page py-8 md:py-12">
      <div className="grid max-w-read gap-8">
        <header className="grid gap-2">
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          {lead && <p className="text-lg text-muted">{lead}</p>}
        </header>
        {children}
      </div>
    </article>
  );
}

/** A part of it under a heading of its own. */
export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** Points that stand side by side. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 ps-5">{children}</ul>;
}
