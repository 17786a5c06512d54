import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from '../../lib/navigation.tsx';

interface Props {
  title: ReactNode;
  /** The one link onward. */
  to: string;
  onward: ReactNode;
  children: ReactNode;
}

/** A part of the home page: its heading, what it shows, and one way on. */
export function HomeSection({ title, to, onward, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="page grid gap-4 md:gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={id} className="text-xl md:text-2xl">
          {title}
        </h2>
        <Link
          to={to}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
        >
          {onward}
          <ArrowRight size={20} className="rtl:rotate-180" aria-hidden />
        </Link>
      </div>
      {children}
    </section>
  );
}
