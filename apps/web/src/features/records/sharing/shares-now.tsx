import type { Share } from '@carecommons/contract/shares';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, Link2, Lock, Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';
import { renewRecords } from '../api.ts';
import { sharesQuery } from './share-api.ts';
import { SharesSection } from './shares-section.tsx';

/** What the person shares now, with one press to end each; nothing where that is nothing. */
export function SharesNow() {
  const list = useInfiniteQuery(sharesQuery(useApi()));
  return (
    <SharesSection
      list={list}
      title={<Trans>What you share now</Trans>}
      failure={<Trans>What you share could not be loaded.</Trans>}
      columns="md:grid-cols-2"
    >
      {(share) => <ShareCard share={share} />}
    </SharesSection>
  );
}

function ShareCard({ share }: { share: Share }) {
  const { id, provider, ends_at, records } = share;
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const when = useWhen();
  const [ending, setEnding] = useState(false);
  const [failed, setFailed] = useState(false);
  const Icon = provider === null ? Link2 : Stethoscope;
  const until = when.moment(new Date(ends_at), ownZone());
  const name = provider ?? t`the link`;

  async function end() {
    setEnding(true);
    setFailed(false);
    await api.call('POST /api/shares/:share_id/revoke/', { params: { share_id: id } }).then(
      () => renewRecords(queries),
      () => {
        setFailed(true);
        setEnding(false);
      },
    );
  }
  return (
    <article className="grid h-full content-start gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Icon size={20} className="mt-0.5 shrink-0 text-primary" aria-hidden />
        <div className="grid min-w-0 flex-[1_1_9rem] gap-1">
          <h3 className="text-lg wrap-anywhere">{provider ?? <Trans>By a link and a passcode</Trans>}</h3>
          <p className="text-sm text-muted">
            <Trans>Until {until}</Trans>
          </p>
        </div>
        <State share={share} />
      </div>
      {records.length === 0 ? (
        <p className="text-sm">
          <Trans>What you shared was taken back since, so there is nothing to read.</Trans>
        </p>
      ) : (
        <ul className="grid list-disc gap-1 ps-5 wrap-anywhere">
          {records.map((record) => (
            <li key={record.id}>{record.title || t`Medical Report`}</li>
          ))}
        </ul>
      )}
      <Looks share={share} />
      {failed && (
        <Notice kind="danger">
          <Trans>It was not ended. Please try again.</Trans>
        </Notice>
      )}
      <Button
        variant="danger"
        className="mt-auto justify-self-start"
        aria-disabled={ending}
        aria-label={t`End sharing now: ${name}`}
        onClick={() => !ending && void end()}
      >
        <Trans>End sharing now</Trans>
      </Button>
    </article>
  );
}

function State({ share: { state } }: { share: Share }) {
  if (state === 'live') return null;
  return (
    <Badge variant={state === 'locked' ? 'bad' : 'quiet'} icon={state === 'locked' ? Lock : Eye}>
      {state === 'locked' ? <Trans>Locked</Trans> : <Trans>Used up</Trans>}
    </Badge>
  );
}

/** How often it was opened, and why it cannot be any more. */
function Looks({ share: { state, views, viewed_at, most_views } }: { share: Share }) {
  const when = useWhen();
  return (
    <div className="grid gap-1 text-sm">
      <p>
        {viewed_at === null ? (
          <Trans>Nobody has opened it yet.</Trans>
        ) : (
          <Trans>
            <Plural value={views} one="Opened once" other="Opened # times" />, last on{' '}
            {when.moment(new Date(viewed_at), ownZone())}.
          </Trans>
        )}{' '}
        {most_views !== null && (
          <Plural value={most_views} one="It can be opened once." other="It can be opened # times." />
        )}
      </p>
      {state === 'locked' && (
        <p>
          <Trans>
            A wrong passcode was given too often, so nobody can open it. If it is still needed, make a new link.
          </Trans>
        </p>
      )}
    </div>
  );
}
