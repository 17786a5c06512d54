import { Trans, useLingui } from '@lingui/react/macro';
import { Article, Part, Points } from '../components/article.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';
import { useSite } from '../lib/site.ts';

export function Page() {
  const { t } = useLingui();
  const site = useSite();
  useHead({
    title: t`Privacy`,
    description: t`What this installation of Carecommons keeps about you, who sees it, what your browser stores, and what you can ask for.`,
  });
  return (
    <Article
      title={<Trans>Privacy</Trans>}
      lead={<Trans>What is kept about you here, who sees it, and what you can ask for.</Trans>}
    >
      <Part title={<Trans>Who is responsible</Trans>}>
        <p>
          <Trans>
            The operator of this installation, whom you reach at {site.contact_email}, {site.contact_phone}, or{' '}
            {site.contact_address}. The software sends nothing to those who made it.
          </Trans>
        </p>
      </Part>
      <Part title={<Trans>What is kept</Trans>}>
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
              Each login: when it began and was last used, and a fingerprint of the browser’s name, to notice when a
              stolen login is used elsewhere.
            </Trans>
          </li>
          <li>
            <Trans>For a short time, counters of failed logins by account and network, to stop guessing.</Trans>
          </li>
          <li>
            <Trans>
              A technical log: which kind of page was asked for, when, and how long it took. It holds no names,
              addresses, searches or contents.
            </Trans>
          </li>
        </Points>
      </Part>
      <Part title={<Trans>Who sees it</Trans>}>
        <Points>
          <li>
            <Trans>A provider’s profile is public; that is what the directory is for.</Trans>
          </li>
          <li>
            <Trans>
              A patient’s name and telephone number are seen by the providers from whom that patient asks for an
              appointment, and by nobody else here.
            </Trans>
          </li>
          <li>
            <Trans>Your e-mail address is shown to nobody but you.</Trans>
          </li>
          <li>
            <Trans>No other company receives anything. Pages load nothing from elsewhere.</Trans>
          </li>
        </Points>
      </Part>
      <Part title={<Trans>What your browser keeps</Trans>}>
        <p>
          <Trans>
            While you are signed in, two tokens in the local storage, which prove that it is you. They go when you log
            out. Two cookies remember the language and the appearance that you chose; they say nothing about who you
            are.
          </Trans>
        </p>
      </Part>
      <Part title={<Trans>Your rights</Trans>}>
        <p>
          <Trans>
            You may ask for a copy of what is kept about you, have it corrected or erased, take back a consent, name
            somebody who acts for you, and complain, as India’s Digital Personal Data Protection Act, 2023, and, where
            it applies, Europe’s General Data Protection Regulation provide. You can correct your profile yourself on{' '}
            <Link to="/account" className="text-primary underline underline-offset-4">
              your account page
            </Link>
            ; for the rest, write to the operator. Medical records may have to be kept for a time that the law sets; you
            will be told which, why, and until when.
          </Trans>
        </p>
      </Part>
    </Article>
  );
}
