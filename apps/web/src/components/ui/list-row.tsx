import type { ReactNode } from 'react';
import { useFocusOnward } from '../../lib/focus.ts';

/** A row that may go because of what is pressed in it. */
export function ListRow({ className = 'min-w-0', children }: { className?: string; children: ReactNode }) {
  const row = useFocusOnward<HTMLLIElement>();
  return (
    <li ref={row} className={className}>
      {children}
    </li>
  );
}
