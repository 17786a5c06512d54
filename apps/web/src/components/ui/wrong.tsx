import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What is wrong with a choice that is made of several inputs; read out as soon as it appears. */
export function Wrong({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1 text-sm text-danger">
      <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      {children}
    </p>
  );
}
