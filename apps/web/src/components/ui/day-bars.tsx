import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { shortDay } from '../../lib/texts/format.ts';

interface Props {
  title: string;
  /** Oldest first, as `2026-11-24`; every count stands at the place of its day. */
  days: readonly string[];
  counts: readonly number[];
}

// In units of the drawing, which is as wide as it has room.
const [barWidth, gap, height] = [8, 2, 48];

/** Counts by day as bars to look at, with their sum and the largest in words, and all of them in a table. */
export function DayBars({ title, days, counts }: Props) {
  const { i18n, t } = useLingui();
  const dayText = (at: number) => shortDay(i18n, days[at] ?? '');
  const most = Math.max(0, ...counts);
  const total = i18n.number(counts.reduce((sum, count) => sum + count, 0));
  const [first, last] = [dayText(0), dayText(days.length - 1)];
  const top = i18n.number(most);
  const topDay = most === 0 ? '' : dayText(counts.indexOf(most));
  return (
    <figure className="grid content-start gap-2 rounded-card border border-line bg-surface p-4">
      <figcaption className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{title}</span>
        <span className="tabular text-xl">{total}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={
          most === 0
            ? t`None from ${first} to ${last}.`
            : t`${total} from ${first} to ${last}, most of them, ${top}, on ${topDay}.`
        }
        viewBox={`0 0 ${days.length * (barWidth + gap)} ${height}`}
        preserveAspectRatio="none"
        className="h-16 w-full border-b border-control rtl:-scale-x-100"
      >
        {counts.map((count, at) => {
          const high = most === 0 ? 0 : (count / most) * height;
          return (
            <rect
              key={days[at]}
              x={at * (barWidth + gap) + gap / 2}
              y={height - high}
              width={barWidth}
              height={high}
              className="fill-primary"
            />
          );
        })}
      </svg>
      <p aria-hidden className="tabular flex justify-between text-xs text-muted">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <details className="group">
        <summary
          aria-label={t`${title}, day by day`}
          className="flex min-h-11 list-none items-center gap-1 rounded-control text-sm font-semibold text-primary [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight size={16} className="shrink-0 group-open:rotate-90 rtl:rotate-180" aria-hidden />
          <Trans>Day by day</Trans>
        </summary>
        <table className="tabular w-full text-sm">
          <thead>
            <tr className="text-start text-muted">
              <th scope="col" className="py-1 text-start font-normal">
                <Trans>Day</Trans>
              </th>
              <th scope="col" className="py-1 text-end font-normal">
                <Trans>Count</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {counts
              .map((count, at) => (
                <tr key={days[at]} className="border-t border-line">
                  <th scope="row" className="py-1 text-start font-normal">
                    {dayText(at)}
                  </th>
                  <td className="py-1 text-end">{i18n.number(count)}</td>
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
