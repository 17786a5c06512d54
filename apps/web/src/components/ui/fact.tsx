import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  icon: LucideIcon;
  /** What the fact is about: read out, and shown where the value does not say it by itself. */
  name: string;
  named?: boolean;
  children: ReactNode;
}

/** One fact about a person or a visit, in a description list. */
export function Fact({ icon: Icon, name, named = false, children }: Props) {
  return (
    <div className="relative min-w-0 ps-8">
      <dt className={named ? 'text-sm text-muted' : ''}>
        <Icon size={20} className="absolute start-0 top-0 text-muted" aria-hidden />
        <span className={named ? '' : 'sr-only'}>{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
