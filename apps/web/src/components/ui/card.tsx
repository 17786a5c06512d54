import type { HTMLAttributes } from 'react';

/** A quiet surface with a hairline around it. */
export function Card({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={`rounded-card border border-line bg-surface p-4 md:p-6 ${className}`} {...rest} />;
}
