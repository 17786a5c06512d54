import type { ReactNode } from 'react';

interface SectionProps {
  /** Its address within the page, and the name of its pictures. */
  id: string;
  title: string;
  children: ReactNode;
}

/** One part of the page, of which one picture is taken. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} className="-mx-[16px] grid min-w-0 gap-6 border-t border-line bg-bg px-[16px] py-8">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** States beside each other, as far as there is room. */
export function States({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-6 md:grid-cols-2 lg:grid-cols-3">{children}</div>;
}

interface StateProps {
  /** Which state it is, in a word or two. */
  name: string;
  /** What the picture is taken with: the keyboard's focus, or the mouse, on the first thing in it that takes them. */
  taken?: 'focused' | 'pointed-at';
  children: ReactNode;
}

/** One component in one state. */
export function State({ name, taken, children }: StateProps) {
  return (
    <figure className="grid min-w-0 gap-2" data-taken={taken}>
      <figcaption className="text-sm text-muted">{name}</figcaption>
      {children}
    </figure>
  );
}
