import type { ReactNode } from 'react';
import picture from '../../assets/empty.svg';

interface Props {
  /** The sentence that says what is not there. */
  title: ReactNode;
  /** One line of help. */
  children?: ReactNode;
  /** The next thing to do. */
  action?: ReactNode;
}

/** What a list shows when it has nothing to show. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-line bg-surface px-4 py-10 text-center">
      <img src={picture} alt="" width={192} height={120} />
      <p className="text-lg font-semibold">{title}</p>
      {children && <p className="max-w-[44ch] text-muted">{children}</p>}
      {action}
    </div>
  );
}
