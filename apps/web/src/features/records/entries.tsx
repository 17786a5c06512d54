import type { MedicalRecord } from '@carecommons/contract/records';
import type { Share } from '@carecommons/contract/shares';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FilePlus2, FileText, Share2 } from 'lucide-react';
import type { TimelineSource } from '../../components/ui/timeline.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { ownRecordsQuery } from './api.ts';
import { useAuthor } from './author.ts';
import { dayOfRecord } from './record-day.ts';
import { ReportState } from './report-state.tsx';
import { sharesQuery } from './sharing/share-api.ts';

/** The reports that the person may read and the documents that they added, as they stand on a timeline. */
export function useRecordEntries(): TimelineSource {
  const { t } = useLingui();
  const authorOf = useAuthor();
  const list = useInfiniteQuery(ownRecordsQuery(useApi()));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const entryOf = (record: MedicalRecord) => {
    const own = record.appointment === null;
    return {
      key: `record ${record.id}`,
      ...dayOfRecord(record),
      icon: own ? FilePlus2 : FileText,
      kind: own ? t`Document` : t`Report`,
      title: record.title || t`Medical Report`,
      to: own ? '/record' : `/appointment/${record.appointment}`,
      children: (
        <>
          <p className="text-sm text-muted">{authorOf(record)}</p>
          <ReportState record={record} />
          {record.sentence !== null && <p className="line-clamp-2 wrap-anywhere">{record.sentence}</p>}
        </>
      ),
    };
  };
  return { list, entries: rows.map(entryOf) };
}

/** What the person shares now, where it began. */
export function useShareEntries(): TimelineSource {
  const { t } = useLingui();
  const when = useWhen();
  const list = useInfiniteQuery(sharesQuery(useApi()));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const entryOf = (share: Share) => {
    const until = when.moment(new Date(share.ends_at), ownZone());
    return {
      key: `share ${share.id}`,
      at: share.made_at,
      icon: Share2,
      kind: t`Shared`,
      title: share.provider ?? t`By a link and a passcode`,
      to: '/record',
      children: (
        <>
          <p className="text-sm text-muted">
            <Trans>Until {until}</Trans>
          </p>
          <p className="line-clamp-2 wrap-anywhere">{share.records.map(({ title }) => title).join(', ')}</p>
        </>
      ),
    };
  };
  return { list, entries: rows.map(entryOf) };
}
