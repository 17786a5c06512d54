import { activities, type Activity as Counted, activityDays } from '@carecommons/contract/administration-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DayBars } from '../../components/ui/day-bars.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Coming, Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { activityQuery } from './api.ts';

/** What was done on the site in the last days, counted and drawn: never by whom. */
export function Activity() {
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">
        <Trans>The last {activityDays} days</Trans>
      </h2>
      <Charts />
    </section>
  );
}

const charts = 'grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3';

function Charts() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(activityQuery(useApi()));
  const titles: Record<Counted, string> = {
    visits_requested: t`Visits asked for`,
    visits_approved: t`Visits approved`,
    people: t`New people`,
    messages: t`Messages`,
    articles: t`Articles`,
    letters_given_up: t`Emails given up`,
  };
  if (data === undefined && error !== null) {
    return (
      <LoadFailure
        title={<Trans>The figures could not be loaded.</Trans>}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) {
    return (
      <Coming className={charts}>
        {activities.map((one) => (
          <Skeleton key={one} className="h-50" />
        ))}
      </Coming>
    );
  }
  return (
    <div className={charts}>
      {activities.map((one) => (
        <DayBars key={one} title={titles[one]} days={data.days} counts={data.counts[one]} />
      ))}
    </div>
  );
}
