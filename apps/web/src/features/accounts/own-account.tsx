import type { Role } from '@carecommons/contract/endpoint';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  BadgeCheck,
  BellRing,
  CalendarClock,
  ChevronRight,
  FolderLock,
  Gavel,
  LogOut,
  type LucideIcon,
  Stethoscope,
  UserRound,
} from 'lucide-react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Link } from '../../lib/navigation.tsx';

interface Props {
  username: string;
  email: string;
  role: Role | undefined;
}

/** Who is signed in, and the ways to what that person may change. */
export function OwnAccount({ username, email, role }: Props) {
  const { t } = useLingui();
  const isProvider = role === 'healthcare_provider';
  return (
    <Card className="grid gap-5">
      <div className="flex items-center gap-4">
        <Avatar name={username} />
        <dl className="grid min-w-0">
          <dt className="sr-only">
            <Trans>Username</Trans>
          </dt>
          <dd className="text-lg font-semibold">{username}</dd>
          <dt className="sr-only">
            <Trans>Email</Trans>
          </dt>
          <dd className="text-muted">{email}</dd>
        </dl>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        <Way
          to="/register/user/basic"
          icon={UserRound}
          label={role === 'unknown' ? t`Complete your profile` : t`Edit your basic profile`}
        />
        <Way
          to="/register/user/provider"
          icon={Stethoscope}
          label={isProvider ? t`Edit your provider profile` : t`Become a provider`}
        />
        {isProvider && <Way to="/schedule" icon={CalendarClock} label={t`Your hours and rules of booking`} />}
        {isProvider && <Way to="/verification" icon={BadgeCheck} label={t`Verification of your registration`} />}
        <Way to="/notifications?view=settings" icon={BellRing} label={t`How you are told`} />
        <Way to="/my-data" icon={FolderLock} label={t`My data`} />
        <Way to="/decisions" icon={Gavel} label={t`Decisions of moderators`} />
      </ul>
      <ButtonLink to="/logout" prefetch={false} variant="quiet" className="justify-self-start">
        <LogOut size={20} aria-hidden />
        <Trans>Sign out</Trans>
      </ButtonLink>
    </Card>
  );
}

function Way({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <li>
      <Link to={to} className="flex min-h-12 items-center gap-3 py-2 font-medium hover:text-primary">
        <Icon size={20} className="shrink-0 text-primary" aria-hidden />
        {label}
        <ChevronRight size={20} className="ms-auto shrink-0 text-muted rtl:rotate-180" aria-hidden />
      </Link>
    </li>
  );
}
