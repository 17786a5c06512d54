import { Trans, useLingui } from '@lingui/react/macro';
import {
  BookOpen,
  CalendarDays,
  FileText,
  LifeBuoy,
  MessagesSquare,
  Settings,
  Stethoscope,
  ShieldCheck,
  UserRound,
  UserSearch,
} from 'lucide-react';
import { SecondFactorDue } from '../components/second-factor-due.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { ConfirmYourEmail } from '../features/accounts/confirm-your-email.tsx';
import { HomeVisits } from '../features/appointments/home-visits.tsx';
import { Bell } from '../features/notifications/bell.tsx';
import { AccountMenu } from '../features/what-waits/account-menu.tsx';
import { OwnPlaces, useOwnPlaces } from '../features/what-waits/own-places.tsx';
import { UnreadCount, UnreadLine } from '../features/what-waits/unread.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';
import type { OwnPart } from '../lib/own-parts.ts';
import { useGrants } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Dashboard` });
  const grants = useGrants();
  const tiles = [
    {
      to: '/providers',
      icon: UserSearch,
      name: t`Providers`,
      description: t`Find somebody who can help, and ask for a time.`,
    },
    {
      to: '/chat',
      icon: MessagesSquare,
      name: t`Chat Room`,
      description: t`Talk with people who are going through the same.`,
    },
    { to: '/record', icon: FileText, name: t`Report`, description: t`Read what was written about your visits.` },
    {
      to: '/help',
      icon: LifeBuoy,
      name: t`Help Centre`,
      description: t`Ask the community, and answer what you know about.`,
    },
    { to: '/blog', icon: BookOpen, name: t`Blogs`, description: t`Read what others have learnt, and write your own.` },
    {
      to: '/speciality',
      icon: Stethoscope,
      name: t`Speciality`,
      description: t`See what each field treats, and who practises it.`,
    },
  ];
  return (
    <div className="grid gap-6 py-8 md:gap-8 md:py-12">
      <h1 className="page text-2xl md:text-3xl">
        <Trans>Dashboard</Trans>
      </h1>
      <div className="page empty:hidden">
        <SecondFactorDue />
      </div>
      <HomeVisits unread={<UnreadLine />} />
      <nav aria-label={t`Ways in`} className="grid gap-6 md:gap-8">
        <ul className="page grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-3">
          {tiles.map(({ to, icon: Icon, name, description }) => (
            <li key={to}>
              <Link
                to={to}
                className="grid h-full content-start gap-2 rounded-card border border-line bg-surface p-4 hover:border-primary md:p-6"
              >
                <span className="inline-flex size-12 items-center justify-center rounded-full bg-primary-soft text-primary">
                  <Icon size={24} aria-hidden />
                </span>
                <span className="text-lg font-semibold">{name}</span>
                <span className="text-sm text-muted">{description}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className="page flex flex-wrap gap-x-2">
          {/* Providers may be patients too; their navigation leads to the appointments with them. */}
          <ButtonLink to="/book" variant="plain">
            <CalendarDays size={20} aria-hidden />
            <Trans>Your appointments as a patient</Trans>
          </ButtonLink>
          <ButtonLink to="/account" variant="plain">
            <UserRound size={20} aria-hidden />
            <Trans>Your account</Trans>
          </ButtonLink>
          {grants.includes('moderator') && (
            <ButtonLink to="/moderation" variant="plain">
              <ShieldCheck size={20} aria-hidden />
              <Trans>Moderation</Trans>
            </ButtonLink>
          )}
          {grants.length > 0 && (
            <ButtonLink to="/admin" variant="plain">
              <Settings size={20} aria-hidden />
              <Trans>Administration</Trans>
            </ButtonLink>
          )}
        </div>
      </nav>
    </div>
  );
}

/** What the signed-in have around every page, and first on the home page. */
export function Beside({ part }: { part: OwnPart }) {
  switch (part) {
    case 'bell':
      return <Bell />;
    case 'account':
      return <AccountMenu />;
    case 'menu':
      return <MenuPlaces />;
    case 'chat':
      return <UnreadCount />;
    case 'home':
      return (
        <>
          <HomeVisits unread={<UnreadLine />} />
          <div className="page empty:hidden">
            <ConfirmYourEmail />
          </div>
        </>
      );
  }
}

function MenuPlaces() {
  return <OwnPlaces places={useOwnPlaces()} />;
}
