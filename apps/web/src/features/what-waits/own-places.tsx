import { Plural, useLingui } from '@lingui/react/macro';
import { BadgeCheck, CircleUserRound, LayoutDashboard, type LucideIcon, Settings, ShieldCheck } from 'lucide-react';
import { Link, usePath } from '../../lib/navigation.tsx';
import { useGrants } from '../../lib/session/role.ts';
import { useWhatWaits } from './api.ts';

interface OwnPlace {
  to: string;
  label: string;
  icon: LucideIcon;
  /** How much waits there. */
  count: number;
}

/** A person's own places, and those that their grants are for, with how much waits in each. */
export function useOwnPlaces(): OwnPlace[] {
  const { t } = useLingui();
  const grants = useGrants();
  const waits = useWhatWaits();
  const places: (OwnPlace | false)[] = [
    { to: '/account', label: t`Your account`, icon: CircleUserRound, count: 0 },
    { to: '/dashboard', label: t`Dashboard`, icon: LayoutDashboard, count: 0 },
    grants.includes('moderator') && {
      to: '/moderation',
      label: t`Moderation`,
      icon: ShieldCheck,
      count: waits?.reports ?? 0,
    },
    grants.includes('verifier') && {
      to: '/admin/verifications',
      label: t`Verification of providers`,
      icon: BadgeCheck,
      count: waits?.claims ?? 0,
    },
    grants.length > 0 && {
      to: '/admin',
      label: t`Administration`,
      icon: Settings,
      count: waits?.failed_emails ?? 0,
    },
  ];
  return places.filter((place) => place !== false);
}

/** The links to them, one below the other. */
export function OwnPlaces({ places }: { places: OwnPlace[] }) {
  const path = usePath();
  return places.map(({ to, label, icon: Icon, count }) => (
    <Link
      key={to}
      to={to}
      current={path === to}
      className={`flex min-h-11 items-center gap-2 rounded-control px-2 py-2 text-sm font-medium ${path === to ? 'bg-primary-soft text-primary' : 'text-muted hover:bg-raised hover:text-ink'}`}
    >
      <Icon size={20} aria-hidden />
      <span className="flex-1">{label}</span>
      {count > 0 && (
        <span className="tabular inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-primary px-2 text-sm font-semibold text-on-primary">
          <span aria-hidden>{count}</span>
          <span className="sr-only">
            <Plural value={count} one="# is waiting" other="# are waiting" />
          </span>
        </span>
      )}
    </Link>
  ));
}
