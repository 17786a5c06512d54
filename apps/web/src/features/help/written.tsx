import type { Question } from '@carecommons/contract/help';
import { Trans, useLingui } from '@lingui/react/macro';
import { personIn } from '../../lib/texts/i18n.ts';
import { useSite } from '../../lib/site.ts';
import { useWhen } from '../../lib/texts/when.ts';

/** A day and time by the site's own clocks, which every reader and the server show alike. */
export function Moment({ at }: { at: string }) {
  const when = useWhen();
  const { default_time_zone: zone } = useSite();
  return <time dateTime={at}>{when.moment(new Date(at), zone)}</time>;
}

/** Who asked a question, and when; and that it was changed since. */
export function Written({ by, question: { date, edited_at } }: { by: string; question: Question }) {
  const { i18n } = useLingui();
  return (
    <span>
      <bdi>{personIn(i18n, by)}</bdi> · <Moment at={date} />
      {edited_at !== null && (
        <>
          {' · '}
          <Trans>edited</Trans>
        </>
      )}
    </span>
  );
}
