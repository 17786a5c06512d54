import type { Moderated } from '@carecommons/contract/moderation';
import { mayDecide } from '@carecommons/contract/moderation-rules';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DecisionDialog } from '../../components/decision-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useReasons } from '../../lib/report-reasons.ts';
import { usePerson } from '../../lib/session/role.ts';
import { useSite } from '../../lib/site.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { useKindNames } from './kind-names.ts';
import { WhereItStands } from './where-it-stands.tsx';

/** Something reported or hidden: whose it is, what it says, why it was reported, and what can be decided. */
export function ModeratedCard({ item }: { item: Moderated }) {
  const when = useWhen();
  const { default_time_zone: zone } = useSite();
  const [deciding, setDeciding] = useState<'hide' | 'show'>();
  const { kind, id, author, excerpt, address, reported_at, hidden_at, hidden_reason, report_count: count } = item;
  const names = useKindNames();
  const me = usePerson();
  const own = me !== undefined && !mayDecide(me, { author: author.id });
  const at = new Date(reported_at ?? hidden_at ?? 0);
  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-6">
      <header>
        <h3 className="text-lg">
          <Trans>
            {names[kind]} by <bdi>{author.username}</bdi>
          </Trans>
        </h3>
        <p className="text-sm text-muted">
          <time dateTime={at.toISOString()}>{when.moment(at, zone)}</time>
          {count > 0 && (
            <>
              {' · '}
              <Plural value={count} one="# report" other="# reports" />
            </>
          )}
        </p>
      </header>
      <blockquote dir="auto" className="max-w-read border-s-4 border-line ps-3 wrap-anywhere whitespace-pre-line">
        {excerpt}
      </blockquote>
      <Reasons item={item} />
      {hidden_reason !== null && (
        <p>
          <Trans>Hidden: {hidden_reason}</Trans>
        </p>
      )}
      {own && (
        <p className="text-accent">
          <Trans>You wrote this yourself. Another moderator decides.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        {!own && hidden_at === null && (
          <Button variant="danger" onClick={() => setDeciding('hide')}>
            <Trans>Hide</Trans>
          </Button>
        )}
        {!own && (
          <Button variant="quiet" onClick={() => setDeciding('show')}>
            {hidden_at === null ? <Trans>Let it stand</Trans> : <Trans>Show again</Trans>}
          </Button>
        )}
        <WhereItStands address={address} />
      </div>
      {deciding !== undefined && (
        <DecisionDialog kind={kind} id={id} verb={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </article>
  );
}

/** Why it was reported, and what the reporters added. */
function Reasons({ item: { reasons, notes } }: { item: Moderated }) {
  const words = useReasons();
  if (reasons.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 ps-5">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          {words[reason]}
          {count > 1 && ` × ${count}`}
        </li>
      ))}
      {notes.map((note, at) => (
        <li key={`${at} ${note}`} dir="auto" className="text-muted">
          “{note}”
        </li>
      ))}
    </ul>
  );
}
