import { Trans, useLingui } from '@lingui/react/macro';
import picture from '../assets/banner/clinic-welcome.svg';
import { Article, Part, Points } from '../components/article.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`About`,
    description: t`Carecommons brings patients and healthcare providers together: finding, asking, visiting and reading, in one place that its own operator runs.`,
  });
  return (
    <Article
      title={<Trans>About Carecommons</Trans>}
      lead={<Trans>A place where patients and providers meet, run by people you can reach.</Trans>}
      beside={<img src={picture} alt="" width={640} height={480} className="w-full rounded-card" />}
    >
      <Part title={<Trans>What it is for</Trans>}>
        <p>
          <Trans>
            You look for somebody who knows about your trouble, ask for a time, get an honest answer, and read the
            report afterwards. Between visits you can read what providers write and ask people who have been there.
          </Trans>
        </p>
      </Part>
      <Part title={<Trans>What we hold to</Trans>}>
        <Points>
          <li>
            <Trans>
              A request is called a request until a provider has approved it. Nothing here looks confirmed that is not.
            </Trans>
          </li>
          <li>
            <Trans>
              A provider’s card says whether an administrator has checked the registration number and the council.
              Nobody can pay for a better place in the list: it goes by name, and a search goes by what you typed.
            </Trans>
          </li>
          <li>
            <Trans>The fee stands on the card, before you ask for anything.</Trans>
          </li>
          <li>
            <Trans>Your pages load nothing from other companies. There are no trackers and no advertisements.</Trans>
          </li>
          <li>
            <Trans>
              It works on a small phone and a slow network, with a keyboard alone, and with a screen reader.
            </Trans>
          </li>
        </Points>
      </Part>
      <Part title={<Trans>Who runs it</Trans>}>
        <p>
          <Trans>
            Carecommons is free software that a clinic, a hospital group or a patient community installs on its own
            machine. Whoever runs this installation answers for it; you find them on the contact page.
          </Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/providers">
            <Trans>Find a provider</Trans>
          </ButtonLink>
          <ButtonLink to="/contact" look="quiet">
            <Trans>Contact</Trans>
          </ButtonLink>
        </div>
      </Part>
    </Article>
  );
}
