import { ArrowRight, type LucideIcon } from 'lucide-react';
import { Link } from '../../lib/navigation.tsx';
import type { Group } from './groups.tsx';

interface Props {
  listId: string;
  label: string;
  groups: Group[];
  /** The way to all results. */
  all: { to: string; label: string } | undefined;
  /** Which one the arrow keys are at; -1 for none. */
  active: number;
  optionId: (at: number) => string;
  busy: boolean;
  onChoose: () => void;
}

/** What was found, as the list of a combobox: in groups with headings, and the way to all of it last. */
export function Options({ listId, label, groups, all, active, optionId, busy, onChoose }: Props) {
  const before = groups.map((_, at) => groups.slice(0, at).reduce((sum, { hits }) => sum + hits.length, 0));
  const last = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const option = (at: number) => ({
    id: optionId(at),
    role: 'option',
    'aria-selected': at === active,
    // The keyboard stays in the box; a pointer goes to the link itself.
    tabIndex: -1,
    onClick: onChoose,
    className: `flex min-h-11 items-center gap-3 rounded-control px-3 py-2 ${at === active ? 'bg-primary-soft text-primary outline-2 -outline-offset-2 outline-primary' : 'hover:bg-raised'}`,
  });
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={label}
      aria-busy={busy}
      className={`min-h-0 flex-1 overflow-y-auto overscroll-contain ${all === undefined ? '' : 'p-2'} ${busy ? 'opacity-60' : ''}`}
    >
      {groups.map(({ name, icon, hits }, group) => (
        <div key={name} role="group" aria-labelledby={`${listId}-${group}`}>
          <p id={`${listId}-${group}`} role="presentation" className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">
            {name}
          </p>
          {hits.map(({ to, title, detail }, at) => (
            <Link key={to} to={to} {...option((before[group] ?? 0) + at)}>
              <Mark icon={icon} />
              <span className="min-w-0">
                <span dir="auto" className="line-clamp-2 wrap-anywhere">
                  {title}
                </span>
                {detail && <span className="line-clamp-1 text-sm text-muted">{detail}</span>}
              </span>
            </Link>
          ))}
        </div>
      ))}
      {all && (
        <Link to={all.to} {...option(last)}>
          <ArrowRight size={20} className="shrink-0 text-muted rtl:-scale-x-100" aria-hidden />
          <span className="min-w-0 font-semibold wrap-anywhere">{all.label}</span>
        </Link>
      )}
    </div>
  );
}

function Mark({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon size={20} className="shrink-0 text-muted" aria-hidden />;
}
