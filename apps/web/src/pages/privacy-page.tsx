import { Trans, useLingui } from '@lingui/react/macro';
import { Article, Points } from '../components/article.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';
import { useSite } from '../lib/site.ts';

const linkClass = 'text-primary underline underline-offset-4';

/** What is said here is what the product does: whoever changes what is kept or shown changes this page too. */
export function Page() {
  const { t } = useLingui();
  const { contact_email: email, contact_phone: phone, contact_address: address } = useSite();
  useHead({
    title: t`Privacy`,
    description: t`What this installation of Carecommons keeps about you, who sees it, what your browser stores, and what you can ask for.`,
  });
  const parts = [
    {
      id: 'responsible',
      title: t`Who is responsible`,
      text: (
        <p>
          <Trans>
            The operator of this installation, who runs it on a machine of their own. You reach them at{' '}
            <a href={`mailto:${email}`} className={linkClass}>
              {email}
            </a>
            , <bdi>{phone}</bdi>, or <bdi>{address}</bdi>. The software sends nothing to those who made it.
          </Trans>
        </p>
      ),
    },
    {
      id: 'kept',
      title: t`What is kept`,
      text: (
        <Points>
          <li>
            <Trans>
              Your account: username, e-mail address, and a fingerprint of your password made with argon2id, from which
              the password cannot be read.
            </Trans>
          </li>
          <li>
            <Trans>Your profile, as you typed it: name, telephone number, and what you say about yourself.</Trans>
          </li>
          <li>
            <Trans>
              Your appointments: with whom, when, the problem that you wrote, and what was decided. And the reports that
              providers upload about your visits.
            </Trans>
          </li>
          <li>
            <Trans>
              Who uploads, opens, downloads or takes back a report, or is refused one, and when. These lines can be
              added but never changed.
            </Trans>
          </li>
          <li>
            <Trans>
              Each login: when it began and was last used, and a fingerprint of the browser’s name, to notice when a
              stolen login is used elsewhere. Logins that are over are removed after about a month.
            </Trans>
          </li>
          <li>
            <Trans>
              Counters of failed logins, and which networks an account has signed in from, to stop guessing: under keys
              from which no name or address can be read, for an hour and for a month.
            </Trans>
          </li>
          <li>
            <Trans>
              A technical log: which kind of page was asked for, when, with what result, and how long it took. It holds
              no names, network addresses, searches or contents. A web server that the operator has put in front may
              keep a log of its own; ask them.
            </Trans>
          </li>
        </Points>
      ),
    },
    {
      id: 'seen',
      title: t`Who sees it`,
      text: (
        <Points>
          <li>
            <Trans>
              What a provider writes into the provider form is public: name, address, telephone, fee, and the rest of
              it. That is what the directory is for.
            </Trans>
          </li>
          <li>
            <Trans>
              A patient’s name, telephone number and problem are seen by the provider whom that patient asks for an
              appointment, and by no other user.
            </Trans>
          </li>
          <li>
            <Trans>
              A report is opened by its patient and by the provider who wrote it. No other user can open it.
            </Trans>
          </li>
          <li>
            <Trans>Your e-mail address is shown to no user but you.</Trans>
          </li>
          <li>
            <Trans>
              Those who run the machine can technically reach what is on it, but not your password. They answer for who
              may do so.
            </Trans>
          </li>
          <li>
            <Trans>
              No other company receives anything. Pages load nothing from elsewhere: no fonts, no maps, no statistics.
            </Trans>
          </li>
        </Points>
      ),
    },
    {
      id: 'browser',
      title: t`What your browser keeps`,
      text: (
        <Points>
          <li>
            <Trans>
              While you are signed in: two tokens in the local storage, which prove that it is you, and nothing else
              there. They go when you log out.
            </Trans>
          </li>
          <li>
            <Trans>
              If you choose an appearance or a language: a cookie called “theme” or “language” that remembers it for a
              year. Neither says who you are, and neither can sign anybody in.
            </Trans>
          </li>
        </Points>
      ),
    },
    {
      id: 'rights',
      title: t`Your rights`,
      text: (
        <>
          <p>
            <Trans>
              India’s Digital Personal Data Protection Act, 2023, gives you the right to know what is kept about you and
              to whom it went, to have it corrected, completed or erased, to take back a consent as easily as you gave
              it, to name somebody who acts for you when you cannot, and to complain: first to the operator, then to the
              Data Protection Board of India.
            </Trans>
          </p>
          <p>
            <Trans>
              You correct your profile yourself on{' '}
              <Link to="/account" className={linkClass}>
                your account page
              </Link>
              . For everything else, write to the operator. Medical records may have to be kept for a time that the law
              sets; the operator tells you which, why, and until when.
            </Trans>
          </p>
        </>
      ),
    },
  ];
  return (
    <Article
      title={<Trans>Privacy</Trans>}
      lead={<Trans>What is kept about you here, who sees it, and what you can ask for.</Trans>}
      parts={parts}
    />
  );
}
