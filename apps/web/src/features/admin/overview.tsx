import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { BadgeCheck, ChevronRight, Flag, MailWarning, UsersRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Coming, Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { roleQuery } from '../../lib/session/role.ts';
import { Activity } from './activity.tsx';
import { overviewQuery } from './api.ts';
import { AdminFrame } from './frame.tsx';

/** What waits for somebody, by the grants that its reader holds. */
export function Overview() {
  const { t } = useLingui();
  const { grants } = useSuspenseQuery(roleQuery(useApi())).data;
  return (
    <AdminFrame title={t`Administration`}>
      {grants.includes('administrator') ? (
        <div className="grid gap-8">
          <Counts moderates={grants.includes('moderator')} verifies={grants.includes('verifier')} />
          <Activity />
        </div>
      ) : (
        <Tiles>
          {grants.includes('moderator') && <Tile to="/moderation" icon={Flag} name={t`Moderation`} />}
          {grants.includes('verifier') && (
            <Tile to="/admin/verifications" icon={BadgeCheck} name={t`Verification of providers`} />
          )}
        </Tiles>
      )}
    </AdminFrame>
  );
}

function Counts({ moderates, verifies }: { moderates: boolean; verifies: boolean }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(overviewQuery(useApi()));
  if (data === undefined && error !== null) {
    return (
      <LoadFailure
        title={<Trans>The overview could not be loaded.</Trans>}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) {
    return (
      <Coming className={tiles}>
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </Coming>
    );
  }
  return (
    <Tiles>
      <Tile to="/admin/users" icon={UsersRound} name={t`People`} count={data.people} />
      <Tile
        to={moderates ? '/moderation' : undefined}
        icon={Flag}
        name={t`Waiting for a moderator`}
        count={data.reports_waiting}
      />
      <Tile
        to={verifies ? '/admin/verifications' : undefined}
        icon={BadgeCheck}
        name={t`Providers waiting for verification`}
        count={data.claims_waiting}
      />
      <Tile to="/admin/letters" icon={MailWarning} name={t`Emails given up`} count={data.dead_letters} />
    </Tiles>
  );
}

const tiles = 'grid gap-3 md:grid-cols-2';

const Tiles = ({ children }: { children: ReactNode }) => <ul className={tiles}>{children}</ul>;

interface TileProps {
  /** Absent where the reader may not go there. */
  to?: string | undefined;
  icon: LucideIcon;
  name: string;
  count?: number;
}

function Tile({ to, icon: Icon, name, count }: TileProps) {
  const { i18n } = useLingui();
  return (
    <li className="relative flex items-center gap-4 rounded-card border border-line bg-surface p-4 has-[a]:hover:border-primary md:p-6">
      <Icon size={24} className="shrink-0 text-primary" aria-hidden />
      <div className="grid">
        {to === undefined ? (
          <span className="font-semibold">{name}</span>
        ) : (
          <Link to={to} className="font-semibold after:absolute after:inset-0">
            {name}
          </Link>
        )}
        {count !== undefined && <span className="text-2xl tabular-nums">{i18n.number(count)}</span>}
      </div>
      {to !== undefined && (
        <ChevronRight size={20} className="ms-auto shrink-0 text-muted rtl:rotate-180" aria-hidden />
      )}
    </li>
  );
}
