import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen, CalendarDays, FileText, LifeBuoy, MessagesSquare, UserSearch } from 'lucide-react';
import { ButtonLink } from '../components/ui/button.tsx';
import { Card } from '../components/ui/card.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Services`,
    description: t`What you can do on Carecommons: find a provider, ask for an appointment, read your reports, learn from health blogs, ask the community, and talk in chat rooms.`,
  });
  const services = [
    {
      to: '/providers',
      icon: UserSearch,
      name: t`Find a provider`,
      says: t`Search by name, speciality or place. Typing errors are forgiven. Each card says where, how experienced, which languages and what it costs.`,
      link: t`See all providers`,
    },
    {
      to: '/book',
      icon: CalendarDays,
      name: t`Appointments`,
      says: t`Ask for a time in three short steps. You see at any moment whether your request is waiting or approved.`,
      link: t`See your appointments`,
    },
    {
      to: '/record',
      icon: FileText,
      name: t`Medical reports`,
      says: t`What your provider has written about a visit, to read and to download. Links to it are good for minutes, and for you alone.`,
      link: t`See your reports`,
    },
    {
      to: '/blog',
      icon: BookOpen,
      name: t`Health blogs`,
      says: t`Articles by providers and patients on living well. They inform; they do not replace a visit.`,
      link: t`Read the blogs`,
    },
    {
      to: '/help',
      icon: LifeBuoy,
      name: t`Help centre`,
      says: t`Questions from the community and answers from people who know the matter, providers among them.`,
      link: t`Go to the help centre`,
    },
    {
      to: '/chat',
      icon: MessagesSquare,
      name: t`Chat rooms`,
      says: t`Rooms to talk with others who are going through the same.`,
      link: t`See the rooms`,
    },
  ];
  const steps = [
    { name: t`Find`, says: t`Compare fees, experience and languages, and read the profile.` },
    { name: t`Ask`, says: t`Choose a day and a time, and say in your own words what the matter is.` },
    { name: t`Get an answer`, says: t`The provider approves your request. Until then it stays a request.` },
    { name: t`Read the report`, says: t`After the visit, what was found stands under your reports.` },
  ];
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <header className="grid max-w-read gap-2">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Our services</Trans>
        </h1>
        <p className="text-lg text-muted">
          <Trans>From the first search to the report, and the talk in between.</Trans>
        </p>
      </header>
      <ul className="grid gap-4 md:grid-cols-2">
        {services.map(({ to, icon: Icon, name, says, link }) => (
          <li key={to}>
            <Card className="grid h-full grid-rows-[auto_1fr_auto] gap-2">
              <h2 className="flex items-center gap-3 text-lg">
                <span className="inline-flex size-11 items-center justify-center rounded-full bg-primary-soft text-primary">
                  <Icon size={20} aria-hidden />
                </span>
                {name}
              </h2>
              <p className="text-muted">{says}</p>
              <Link
                to={to}
                className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-4"
              >
                {link}
              </Link>
            </Card>
          </li>
        ))}
      </ul>
      <section className="grid gap-4">
        <h2 className="text-xl md:text-2xl">
          <Trans>How a visit goes</Trans>
        </h2>
        <ol className="grid gap-6 md:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ name, says }, index) => (
            <li key={name} className="grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1">
              <span
                className="row-span-2 inline-flex size-9 items-center justify-center rounded-full bg-accent-soft font-bold text-accent"
                aria-hidden
              >
                {index + 1}
              </span>
              <h3 className="self-center text-lg">{name}</h3>
              <p className="text-muted">{says}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="grid justify-items-start gap-3 rounded-card bg-raised p-4 md:p-6">
        <h2 className="text-xl">
          <Trans>For healthcare providers</Trans>
        </h2>
        <p className="max-w-read">
          <Trans>
            Your own page in the directory, one list of what waits for your decision, and reports that reach the patient
            in one step. You set your fee; this site takes no share of it.
          </Trans>
        </p>
        <ButtonLink to="/register/user/provider" look="quiet">
          <Trans>Set up your provider profile</Trans>
        </ButtonLink>
      </section>
    </div>
  );
}
