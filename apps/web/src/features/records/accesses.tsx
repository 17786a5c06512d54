import type { RecordAccess } from '@carecommons/contract/records';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban, Download, Eye, FilePlus, type LucideIcon, Package, Share2, Trash2, Undo2, Unlink } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import { ByDay } from '../../components/ui/by-day.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { useAccessWords } from './access-words.ts';
import { accessesQuery } from './api.ts';

/** Who opened the person's own reports, by days, newest first; one of them or all. */
export function Accesses({ record }: { record: number | undefined }) {
  const list = useInfiniteQuery(accessesQuery(useApi(), record));
  return (
    <>
      <p className="max-w-read">
        <Trans>
          Whenever a report of yours is opened or saved, or somebody tries to, it is written down here. Nobody can
          change that afterwards. If you see something that should not be,{' '}
          <Link to="/contact" className="text-primary underline underline-offset-4">
            tell us
          </Link>
          .
        </Trans>
      </p>
      <QueryList
        list={list}
        failure={<Trans>Who opened your reports could not be loaded.</Trans>}
        empty={
          <EmptyState title={<Trans>Nothing has been recorded yet</Trans>}>
            <Trans>When a provider writes a report for you, you read here who opens it.</Trans>
          </EmptyState>
        }
      >
        {(rows) => (
          <ByDay rows={rows} at={({ at }) => at} keyOf={({ id }) => id}>
            {(row) => <Access access={row} />}
          </ByDay>
        )}
      </QueryList>
    </>
  );
}

const icons: Record<RecordAccess['action'], LucideIcon> = {
  view: Eye,
  download: Download,
  export: Package,
  upload: FilePlus,
  withdraw: Undo2,
  share: Share2,
  unshare: Unlink,
  open_share: Eye,
  delete: Trash2,
  denied: Ban,
};

function Access({ access }: { access: RecordAccess }) {
  const words = useAccessWords();
  const when = useWhen();
  const { action, at } = access;
  const Icon = icons[action];
  const refused = action === 'denied';
  const whose = words.whose(access);
  return (
    <article className="flex gap-3 rounded-card border border-line bg-surface px-4 py-3">
      <Icon size={20} className={`mt-0.5 shrink-0 ${refused ? 'text-danger' : 'text-primary'}`} aria-hidden />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p className="wrap-anywhere">{words.describe(access)}</p>
        {whose !== undefined && <p className="text-sm text-muted">{whose}</p>}
        {refused && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Badge variant="bad" icon={Ban}>
              <Trans>Refused</Trans>
            </Badge>
            <Trans>Nothing was shown.</Trans>
          </p>
        )}
      </div>
      <time dateTime={at} className="tabular shrink-0 pt-0.5 text-sm text-muted">
        {when.time(new Date(at), ownZone())}
      </time>
    </article>
  );
}
