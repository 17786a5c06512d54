import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const variants = {
  waiting: 'bg-accent-soft text-accent',
  good: 'bg-success-soft text-success',
  bad: 'bg-danger-soft text-danger',
  hint: 'bg-info-soft text-info',
  quiet: 'bg-raised text-muted',
} as const;

export type BadgeVariant = keyof typeof variants;

/** A state as a word with its mark: colour never speaks alone. */
export function Badge({
  variant,
  icon: Icon,
  children,
}: {
  variant: BadgeVariant;
  icon: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex w-fit max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold wrap-anywhere ${variants[variant]}`}
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      {children}
    </span>
  );
}
