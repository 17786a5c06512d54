import { Trans, useLingui } from '@lingui/react/macro';
import { Mail, MapPin, Phone } from 'lucide-react';
import { Article, Part } from '../components/article.tsx';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { Card } from '../components/ui/card.tsx';
import { useHead } from '../lib/head.tsx';
import { dial } from '../lib/texts/format.ts';
import { Link } from '../lib/navigation.tsx';
import { useSite } from '../lib/site.ts';

const ownLine = 'inline-flex min-h-11 items-center text-primary underline underline-offset-4';
const inText = 'text-primary underline underline-offset-4';

export function Page() {
  const { t } = useLingui();
  const site = useSite();
  useHead({
    title: t`Contact`,
    description: t`How to reach the people who run this Carecommons: telephone, email and address.`,
  });
  const ways = [
    {
      icon: Phone,
      name: t`Telephone`,
      way: (
        <a className={ownLine} href={dial(site.contact_phone)} dir="ltr">
          {site.contact_phone}
        </a>
      ),
    },
    {
      icon: Mail,
      name: t`Email`,
      way: (
        <a className={ownLine} href={`mailto:${site.contact_email}`} dir="ltr">
          {site.contact_email}
        </a>
      ),
    },
    { icon: MapPin, name: t`Address`, way: <bdi className="py-2">{site.contact_address}</bdi> },
  ];
  return (
    <Article
      title={<Trans>Contact</Trans>}
      lead={<Trans>The people who run this site: for questions about it, your account or your data.</Trans>}
    >
      <EmergencyNote />
      <Card className="grid gap-3">
        <dl className="grid gap-3">
          {ways.map(({ icon: Icon, name, way }) => (
            <div key={name} className="grid grid-cols-[auto_1fr] items-center gap-x-3 md:grid-cols-[auto_7rem_1fr]">
              <dt className="col-span-2 grid grid-cols-subgrid items-center text-sm text-muted">
                <Icon size={20} className="text-primary" aria-hidden />
                {name}
              </dt>
              <dd className="col-start-2 grid justify-items-start md:col-start-3">{way}</dd>
            </div>
          ))}
        </dl>
        {site.demo && (
          <p className="text-sm text-muted">
            <Trans>This is a demo: these details stand for those of a real operator.</Trans>
          </p>
        )}
      </Card>
      <Part title={<Trans>About a visit</Trans>}>
        <p>
          <Trans>
            Please ask the provider: the telephone number is on{' '}
            <Link to="/providers" className={inText}>
              every provider’s card
            </Link>
            . We cannot give medical advice, and we cannot move an appointment for you.
          </Trans>
        </p>
      </Part>
      <Part title={<Trans>About your data</Trans>}>
        <p>
          <Trans>
            To get a copy, a correction or an erasure, write to us from the email address of your account, and name your
            username. What is kept, and your rights, stand on the{' '}
            <Link to="/privacy" className={inText}>
              privacy page
            </Link>
            . Never send us your password; we do not ask for it.
          </Trans>
        </p>
      </Part>
    </Article>
  );
}
