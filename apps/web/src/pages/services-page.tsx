import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen, CalendarDays, FileText, LifeBuoy, MessagesSquare, UserSearch } from 'lucide-react';
import visit from '../assets/banner/booking-a-visit.svg';
import talk from '../assets/banner/community-chat.svg';
import provider from '../assets/banner/doctor-and-patient.svg';
import report from '../assets/banner/family-reads-report.svg';
import { ButtonLink } from '../components/ui/button.tsx';
import { ServiceGroup } from '../features/services/service-group.tsx';
import { VisitSteps } from '../features/services/visit-steps.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Services`,
    description: t`What you can do on Carecommons: find a provider, ask for an appointment, read your reports, learn from health blogs, ask the community, and talk in chat rooms.`,
  });
  const visits = [
    {
      to: '/providers',
      icon: UserSearch,
      name: t`Find a provider`,
      description: t`Search by name, speciality or place. Typing errors are forgiven. Each card says where, how experienced, which languages and what it costs.`,
      link: t`See all providers`,
    },
    {
      to: '/book',
      icon: CalendarDays,
      name: t`Appointments`,
      description: t`Ask for a time in three short steps. You see at any moment whether your request is waiting or approved.`,
      link: t`See your appointments`,
    },
  ];
  const reports = [
    {
      to: '/record',
      icon: FileText,
      name: t`Medical reports`,
      description: t`What your provider has written about a visit, to read and to download. Links to it are good for minutes, and for you alone. Every look at a report is written down.`,
      link: t`See your reports`,
    },
  ];
  const community = [
    {
      to: '/blog',
      icon: BookOpen,
      name: t`Health blogs`,
      description: t`Articles by providers and patients on living well. They inform; they do not replace a visit.`,
      link: t`Read the blogs`,
    },
    {
      to: '/help',
      icon: LifeBuoy,
      name: t`Help centre`,
      description: t`Questions from the community and answers from people who know the matter, providers among them.`,
      link: t`Go to the help centre`,
    },
    {
      to: '/chat',
      icon: MessagesSquare,
      name: t`Chat rooms`,
      description: t`Rooms to talk with others who are going through the same.`,
      link: t`See the rooms`,
    },
  ];
  return (
    <div className="page grid gap-12 py-8 md:gap-16 md:py-12">
      <header className="grid max-w-read gap-2">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Our services</Trans>
        </h1>
        <p className="text-lg text-muted">
          <Trans>From the first search to the report, and the talk in between.</Trans>
        </p>
      </header>
      <ServiceGroup
        title={<Trans>A visit, from the search to the approval</Trans>}
        picture={visit}
        services={visits}
        first
      />
      <VisitSteps />
      <ServiceGroup title={<Trans>The result, in your hands</Trans>} picture={report} services={reports} after />
      <ServiceGroup title={<Trans>People who have been there</Trans>} picture={talk} services={community} />
      <section className="grid gap-6 rounded-card bg-raised p-4 md:p-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-center lg:gap-12">
        <div className="grid justify-items-start gap-3">
          <h2 className="text-xl md:text-2xl">
            <Trans>For healthcare providers</Trans>
          </h2>
          <p className="max-w-read">
            <Trans>
              Your own page in the directory, one list of what waits for your decision, and reports that reach the
              patient in one step. You set your fee; this site takes no share of it.
            </Trans>
          </p>
          <ButtonLink to="/register/user/provider" variant="quiet">
            <Trans>Set up your provider profile</Trans>
          </ButtonLink>
        </div>
        <img
          src={provider}
          alt=""
          width={640}
          height={480}
          loading="lazy"
          className="w-full max-w-md justify-self-center rounded-card"
        />
      </section>
    </div>
  );
}
