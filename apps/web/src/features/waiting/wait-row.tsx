import type { Wait } from '@carecommons/contract/waiting';
import { Trans, useLingui } from '@lingui/react/macro';
import { BellRing } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { listOf } from '../../lib/texts/format.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { useWeekdayName, weekdays } from '../../lib/texts/weekdays.ts';

interface Props {
  wait: Wait;
  onLeave: () => void;
}

/** One wait: for whom, which days suit, and a time that is offered just now. */
export function WaitRow({ wait: { provider, open, offer_id, ...wish }, onLeave }: Props) {
  const { t } = useLingui();
  const suits = useSuits(wish);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 gap-1">
        <p dir="auto" className="font-semibold break-words">
          {provider.name}
        </p>
        <p className="text-sm text-muted">{suits}</p>
        {!open && (
          <p className="text-sm text-muted">
            <Trans>The list is closed at present: nothing is offered.</Trans>
          </p>
        )}
        {offer_id !== null && (
          <p>
            <Badge variant="waiting" icon={BellRing}>
              <Trans>A time is free for you</Trans>
            </Badge>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {offer_id !== null && (
          <ButtonLink to={`/appointment/${offer_id}`} aria-label={t`See the time: ${provider.name}`}>
            <Trans>See the time</Trans>
          </ButtonLink>
        )}
        <Button variant="quiet" aria-label={t`Leave the list of ${provider.name}`} onClick={onLeave}>
          <Trans>Leave the list</Trans>
        </Button>
      </div>
    </li>
  );
}

/** Which days suit, in words. */
function useSuits({ weekdays: days, from_day, to_day }: Pick<Wait, 'weekdays' | 'from_day' | 'to_day'>): string {
  const { t, i18n } = useLingui();
  const nameOf = useWeekdayName('short');
  const when = useWhen();
  const dayOf = (day: string) => when.day(new Date(`${day}T00:00Z`), 'UTC');
  const names = days.toSorted((one, other) => one - other).map(nameOf);
  const which = days.length === weekdays.length ? t`Any day` : listOf(i18n, names);
  if (from_day !== null && to_day !== null) return t`${which}, from ${dayOf(from_day)} until ${dayOf(to_day)}`;
  if (from_day !== null) return t`${which}, from ${dayOf(from_day)}`;
  return to_day === null ? which : t`${which}, until ${dayOf(to_day)}`;
}
