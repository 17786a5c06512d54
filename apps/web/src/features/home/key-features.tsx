import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, ListChecks, MessageCircleReply } from 'lucide-react';
import { HomeSection } from './section.tsx';

/** What a patient may count on. */
export function KeyFeatures() {
  const { t } = useLingui();
  const features = [
    {
      icon: MessageCircleReply,
      name: t`Fast reply`,
      description: t`Providers see your request at once, and you see that it waits. A request is never shown as a confirmed visit.`,
    },
    {
      icon: BadgeCheck,
      name: t`Verified diagnosis`,
      description: t`A mark on the profile says whose registration number and council have been checked. You know who is behind a diagnosis.`,
    },
    {
      icon: ListChecks,
      name: t`Follow up accountability`,
      description: t`Each report stays with the visit and the provider it came from, so the next step is never lost between two people.`,
    },
  ];
  return (
    <div className="border-y border-line bg-surface py-12 md:py-16">
      <HomeSection title={<Trans>What you can count on</Trans>} to="/about" onward={<Trans>How we work</Trans>}>
        <ul className="grid gap-8 md:grid-cols-3">
          {features.map(({ icon: Icon, name, description }) => (
            <li key={name} className="grid content-start gap-2">
              <span className="mb-1 inline-flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent">
                <Icon size={24} aria-hidden />
              </span>
              <h3 className="text-lg">{name}</h3>
              <p className="text-muted">{description}</p>
            </li>
          ))}
        </ul>
      </HomeSection>
    </div>
  );
}
