import { reportRenewalMinutes } from '@carecommons/contract/limits';
import type { SharedReports, SharedWithMe as Shared } from '@carecommons/contract/shares';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lacksSecondFactor } from '../../../components/second-factor-needed.tsx';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { CallError } from '../../../lib/calls/call.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';
import { sharedWithMeQuery } from './share-api.ts';
import { SharedRecordCard } from './shared-record-card.tsx';
import { SharesSection } from './shares-section.tsx';

/** What patients share with the person as provider; nothing where that is nothing. */
export function SharedWithMe() {
  const list = useInfiniteQuery(sharedWithMeQuery(useApi()));
  return (
    <SharesSection
      list={list}
      title={<Trans>Shared with you</Trans>}
      failure={<Trans>What is shared with you could not be loaded.</Trans>}
    >
      {(share) => <OneShare share={share} />}
    </SharesSection>
  );
}

/** One patient's share: opened at a press, which that patient reads of; its links are good for minutes only. */
function OneShare({ share: { id, patient, ends_at, count } }: { share: Shared }) {
  const { t } = useLingui();
  const api = useApi();
  const when = useWhen();
  const [opened, setOpened] = useState<SharedReports>();
  const [failed, setFailed] = useState<unknown>();
  const [opening, setOpening] = useState(false);
  const until = when.moment(new Date(ends_at), ownZone());
  const name = patient || t`A patient`;

  useEffect(() => {
    if (opened === undefined) return;
    const timer = setTimeout(() => setOpened(undefined), reportRenewalMinutes * 60_000);
    return () => clearTimeout(timer);
  }, [opened]);

  async function open() {
    setOpening(true);
    setFailed(undefined);
    await api.call('POST /api/shares/:share_id/look/', { params: { share_id: id } }).then(setOpened, setFailed);
    setOpening(false);
  }
  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-3">
        <Users size={20} className="mt-0.5 shrink-0 text-primary" aria-hidden />
        <div className="grid min-w-0 flex-[1_1_9rem] gap-1">
          <h3 dir="auto" className="text-lg wrap-anywhere">
            {name}
          </h3>
          <p className="text-sm text-muted">
            <Trans>
              <Plural value={count} one="# report" other="# reports" />, until {until}
            </Trans>
          </p>
        </div>
        <Button
          variant={opened === undefined ? 'primary' : 'quiet'}
          aria-expanded={opened !== undefined}
          aria-disabled={opening}
          aria-label={opened === undefined ? t`Open: ${name}` : t`Close: ${name}`}
          onClick={() => {
            if (opened !== undefined) setOpened(undefined);
            else if (!opening) void open();
          }}
        >
          {opened === undefined ? <Trans>Open</Trans> : <Trans>Close</Trans>}
        </Button>
      </div>
      {failed !== undefined && (
        <Notice kind="danger">
          {failed instanceof CallError && lacksSecondFactor(failed) ? (
            <>
              <p>{failed.message}</p>
              <ButtonLink to="/account#second-factor" className="mt-2">
                <Trans>To your account</Trans>
              </ButtonLink>
            </>
          ) : (
            <Trans>It could not be opened. It may have ended since.</Trans>
          )}
        </Notice>
      )}
      {opened !== undefined && (
        <ul className="grid items-start gap-3 md:grid-cols-2">
          {opened.records.map((record) => (
            <li key={record.id} className="min-w-0">
              <SharedRecordCard record={record} patient={name} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
