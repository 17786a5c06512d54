import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const kinds: Record<'info' | 'success' | 'danger', { className: string; icon: LucideIcon }> = {
  info: { className: 'bg-info-soft text-info', icon: Info },
  success: { className: 'bg-success-soft text-success', icon: CircleCheck },
  danger: { className: 'bg-danger-soft text-danger', icon: CircleAlert },
};

/** A message in the page. What became of what a person did is read out at once, as an alert: a `status` that comes with its text is not heard. */
export function Notice({ kind, children }: { kind: keyof typeof kinds; children: ReactNode }) {
  const { className, icon: Icon } = kinds[kind];
  return (
    <div
      role={kind === 'info' ? undefined : 'alert'}
      className={`flex items-start gap-2 rounded-control px-3 py-2 ${className}`}
    >
      <Icon size={20} className="mt-0.5 shrink-0" aria-hidden />
      <div>{children}</div>
    </div>
  );
}
