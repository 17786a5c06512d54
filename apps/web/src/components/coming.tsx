import type { ReactNode } from 'react';
import { EmptyState } from './ui/empty-state.tsx';

interface Props {
  heading: ReactNode;
  /** What one came for, said by the words of an empty page. */
  title: ReactNode;
  /** What this page will do, and what one can do now. */
  children: ReactNode;
  /** Stands beside the heading. */
  actions?: ReactNode;
  action?: ReactNode;
}

/** A page whose capability this version does not have yet: it says so plainly, and leads on. */
export function Coming({ heading, title, children, actions, action }: Props) {
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div className="flex flex-col justify-between gap-4 md:flex-row md:items-center">
        <h1 className="text-2xl md:text-3xl">{heading}</h1>
        {actions && <div className="grid gap-3 md:flex">{actions}</div>}
      </div>
      <EmptyState title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
