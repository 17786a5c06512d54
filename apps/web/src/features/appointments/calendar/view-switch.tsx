import { useLingui } from '@lingui/react/macro';
import { CalendarDays, CalendarRange, List, type LucideIcon } from 'lucide-react';
import { type View, views } from './use-calendar-view.ts';

interface Props {
  view: View;
  onChange: (view: View) => void;
}

/** The choice between the day, the week and the list. */
export function ViewSwitch({ view, onChange }: Props) {
  const { t } = useLingui();
  const words: Record<View, [icon: LucideIcon, word: string]> = {
    day: [CalendarDays, t`Day`],
    week: [CalendarRange, t`Week`],
    list: [List, t`List`],
  };
  return (
    <div role="group" aria-label={t`Show as`} className="inline-flex rounded-control border border-control">
      {views.map((one) => {
        const [Icon, word] = words[one];
        return (
          <button
            key={one}
            type="button"
            aria-pressed={one === view}
            onClick={() => onChange(one)}
            className="inline-flex min-h-11 items-center gap-2 px-3 font-semibold first:rounded-s-control last:rounded-e-control hover:bg-raised aria-pressed:bg-primary-soft aria-pressed:text-primary md:px-4"
          >
            <Icon size={20} aria-hidden />
            {word}
          </button>
        );
      })}
    </div>
  );
}
