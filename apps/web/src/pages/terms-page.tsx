import { Trans, useLingui } from '@lingui/react/macro';
import { Article, Points } from '../components/article.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';
import { useSite } from '../lib/site.ts';

const linkClass = 'text-primary underline underline-offset-4';

export function Page() {
  const { t } = useLingui();
  const { emergency_number: number } = useSite();
  useHead({
    title: t`Terms`,
    description: t`The rules of this installation of Carecommons, in plain words: emergencies, appointments, what people write, and providers.`,
  });
  const parts = [
    {
      id: 'emergencies',
      title: t`Not for emergencies`,
      text: (
        <p>
          <Trans>
            Nobody watches this site day and night. If somebody may be in danger,{' '}
            <a href={`tel:${number}`} className={linkClass}>
              call {number}
            </a>{' '}
            now.
          </Trans>
        </p>
      ),
    },
    {
      id: 'appointments',
      title: t`Appointments`,
      text: (
        <Points>
          <li>
            <Trans>
              Asking for a time makes a request. It is an appointment only when the provider has approved it.
            </Trans>
          </li>
          <li>
            <Trans>
              The fee on the card is what the provider says. You pay it to the provider; this site takes no money.
            </Trans>
          </li>
          <li>
            <Trans>The treatment is between you and the provider. The operator is no party to it.</Trans>
          </li>
        </Points>
      ),
    },
    {
      id: 'providers',
      title: t`Providers`,
      text: (
        <Points>
          <li>
            <Trans>
              If you register as a provider, you say truly who you are, and you may practise where you do. “Not yet
              verified” means that nobody has checked this yet.
            </Trans>
          </li>
          <li>
            <Trans>You upload reports about your own visits only, and to the patient they belong to.</Trans>
          </li>
          <li>
            <Trans>A false statement ends the listing.</Trans>
          </li>
        </Points>
      ),
    },
    {
      id: 'writing',
      title: t`What people write`,
      text: (
        <Points>
          <li>
            <Trans>Be kind. No insults, no advertisements, nobody else’s health or identity.</Trans>
          </li>
          <li>
            <Trans>
              What is written in blogs, answers and rooms is general information. Do not start, stop or change a
              treatment because of it.
            </Trans>
          </li>
          <li>
            <Trans>What you write stays yours; you allow this site to show it where you put it.</Trans>
          </li>
        </Points>
      ),
    },
    {
      id: 'account',
      title: t`Your account`,
      text: (
        <Points>
          <li>
            <Trans>One person, one account. Keep your password to yourself.</Trans>
          </li>
          <li>
            <Trans>
              If somebody else knows it, change it on{' '}
              <Link to="/account" className={linkClass}>
                your account page
              </Link>
              : that ends every other session of yours.
            </Trans>
          </li>
          <li>
            <Trans>The operator may close an account that breaks these rules, and says why.</Trans>
          </li>
        </Points>
      ),
    },
    {
      id: 'operator',
      title: t`The operator`,
      text: (
        <p>
          <Trans>
            These rules are between you and the operator of this installation, whom you find on the{' '}
            <Link to="/contact" className={linkClass}>
              contact page
            </Link>
            . What is kept about you stands on the{' '}
            <Link to="/privacy" className={linkClass}>
              privacy page
            </Link>
            . The site may be away for a while, for repairs or by a fault; nothing here replaces the rights that the law
            gives you.
          </Trans>
        </p>
      ),
    },
  ];
  return (
    <Article
      title={<Trans>Terms</Trans>}
      lead={<Trans>The rules of this place, in plain words.</Trans>}
      parts={parts}
    />
  );
}
