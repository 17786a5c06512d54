import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen, CalendarDays, FileText, LifeBuoy, MessagesSquare, Search } from 'lucide-react';
import { Link } from '../../lib/navigation.tsx';
import { HomeSection } from './section.tsx';

/** What one can do here, each with its way in. */
export function Services() {
  const { t } = useLingui();
  const services = [
    {
      to: '/providers',
      icon: Search,
      name: t`Find a provider`,
      description: t`By name, speciality or place, with the fee said up front.`,
    },
    {
      to: '/book',
      icon: CalendarDays,
      name: t`Appointments`,
      description: t`Ask for a time and always see whether it is confirmed.`,
    },
    {
      to: '/record',
      icon: FileText,
      name: t`Medical reports`,
      description: t`Your reports in one place, to read and to download.`,
    },
    {
      to: '/blog',
      icon: BookOpen,
      name: t`Health blogs`,
      description: t`Read what providers and patients have learnt, and write your own.`,
    },
    {
      to: '/help',
      icon: LifeBuoy,
      name: t`Help centre`,
      description: t`Ask the community, and answer what you know about.`,
    },
    {
      to: '/chat',
      icon: MessagesSquare,
      name: t`Chat rooms`,
      description: t`Talk with people who are going through the same.`,
    },
  ];
  return (
    <HomeSection title={<Trans>What you can do here</Trans>} to="/services" onward={<Trans>All our services</Trans>}>
      <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-2 lg:grid-cols-3">
        {services.map(({ to, icon: Icon, name, description }) => (
          <li key={to} className="relative flex items-start gap-4 bg-surface p-4 hover:bg-raised md:p-6">
            <Icon size={24} className="mt-0.5 shrink-0 text-primary" aria-hidden />
            <div className="grid min-w-0 gap-1">
              <h3 className="text-lg">
                {/* The link covers its field. */}
                <Link to={to} className="after:absolute after:inset-0">
                  {name}
                </Link>
              </h3>
              <p className="text-sm text-muted">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
