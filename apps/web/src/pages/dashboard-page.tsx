import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen, FileText, LifeBuoy, MessagesSquare, Stethoscope, UserSearch } from 'lucide-react';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Dashboard` });
  const tiles = [
    { to: '/providers', icon: UserSearch, name: t`Providers`, says: t`Find somebody and ask for a time.` },
    { to: '/chat', icon: MessagesSquare, name: t`Chat Room`, says: t`Talk with others who go through the same.` },
    { to: '/record', icon: FileText, name: t`Report`, says: t`Read what was written about your visits.` },
    { to: '/help', icon: LifeBuoy, name: t`Help Centre`, says: t`Ask the community, and answer.` },
    { to: '/blog', icon: BookOpen, name: t`Blogs`, says: t`Read and write about health.` },
    { to: '/speciality', icon: Stethoscope, name: t`Speciality`, says: t`See who treats what.` },
  ];
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Dashboard</Trans>
        </h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/book" look="quiet">
            <Trans>Your appointments</Trans>
          </ButtonLink>
          <ButtonLink to="/account" look="quiet">
            <Trans>Your account</Trans>
          </ButtonLink>
        </div>
      </div>
      <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-3">
        {tiles.map(({ to, icon: Icon, name, says }) => (
          <li key={to}>
            <Link
              to={to}
              className="grid h-full content-start gap-2 rounded-card border border-line bg-surface p-4 hover:border-primary md:p-6"
            >
              <span className="inline-flex size-12 items-center justify-center rounded-full bg-primary-soft text-primary">
                <Icon size={24} aria-hidden />
              </span>
              <span className="text-lg font-semibold">{name}</span>
              <span className="text-sm text-muted">{says}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
