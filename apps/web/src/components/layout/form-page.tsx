import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';

interface Props {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Room for long forms. */
  wide?: boolean;
  children: ReactNode;
  /** Stands under the card. */
  foot?: ReactNode;
}

/** A page that is one form: its heading, the form on a card, and the way on. */
export function FormPage({ title, subtitle, wide = false, children, foot }: Props) {
  return (
    <div className="page py-8 md:py-12">
      <div className={`mx-auto grid gap-6 ${wide ? 'max-w-3xl' : 'max-w-md'}`}>
        <header className="grid gap-1">
          <h1 className="text-2xl">{title}</h1>
          {subtitle && <p className="text-muted">{subtitle}</p>}
        </header>
        <Card>{children}</Card>
        {foot}
      </div>
    </div>
  );
}
