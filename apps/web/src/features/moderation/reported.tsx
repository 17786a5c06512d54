import type { Reported as Row } from '@carecommons/contract/decisions';
import type { ReportState } from '@carecommons/contract/moderation-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, EyeOff, type LucideIcon, Trash2 } from 'lucide-react';
import { Badge, type BadgeVariant } from '../../components/ui/badge.tsx';
import { ListSection } from '../../components/ui/list-section.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { dayOf } from '../../lib/texts/format.ts';
import { useReasons } from '../../lib/report-reasons.ts';
import { useSite } from '../../lib/site.ts';
import { reportedQuery } from './decided-api.ts';
import { useKindNames } from './kind-names.ts';
import { WhereItStands } from './where-it-stands.tsx';

/** What the person reported, and what became of it. */
export function ReportedList() {
  const list = useInfiniteQuery(reportedQuery(useApi()));
  return (
    <ListSection
      title={<Trans>What you reported</Trans>}
      list={list}
      empty={<Trans>You have reported nothing.</Trans>}
      keyOf={({ created_at, kind, address }) => `${created_at} ${kind} ${address}`}
    >
      {(row) => <Report row={row} />}
    </ListSection>
  );
}

function Report({ row: { kind, reason, note, created_at, state, decided_at, address } }: { row: Row }) {
  const { t, i18n } = useLingui();
  const names = useKindNames();
  const reasons = useReasons();
  const { default_time_zone: zone } = useSite();
  const shown: Record<ReportState, [variant: BadgeVariant, icon: LucideIcon, word: string, description: string]> = {
    waiting: ['waiting', Clock, t`Waiting`, t`A moderator will look at it.`],
    hidden: ['good', EyeOff, t`Hidden`, t`A moderator has hidden it. Only its author and moderators see it now.`],
    shown_again: ['quiet', CircleCheck, t`Shown again`, t`It was hidden, and is visible again after a second review.`],
    stands: ['quiet', CircleCheck, t`May stand`, t`A moderator has reviewed it and left it as it is.`],
    gone: ['quiet', Trash2, t`Deleted`, t`Its author has deleted it.`],
  };
  const [variant, icon, word, description] = shown[state];
  const [reported, decided] = [dayOf(i18n, created_at, zone), decided_at && dayOf(i18n, decided_at, zone)];
  return (
    <article className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-semibold">
          <Trans>
            {names[kind]}, reported on {reported}
          </Trans>
        </h3>
        <Badge variant={variant} icon={icon}>
          {word}
        </Badge>
      </div>
      <p className="text-muted">
        {reasons[reason]}
        {note !== null && ` – “${note}”`}
      </p>
      <p>
        {description} {decided !== null && <Trans>Decided on {decided}.</Trans>}
      </p>
      {address !== null && <WhereItStands address={address} />}
    </article>
  );
}
