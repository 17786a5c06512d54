import { Trans, useLingui } from '@lingui/react/macro';
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
      lead={<Trans>A place where patients and providers meet, run by the people you meet here.</Trans>}
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
              A provider’s card says whether registration number and council were checked by a person. Nobody can pay
              for a better place in the list: it goes by name, and a search goes by what you typed.
            </Trans>
          </li>
          <li>
            <Trans>The fee stands on the card, before you ask for anything.</Trans>
          </li>
          <li>
            <Trans>No page asks another company for anything. There are no trackers and no advertisements.</Trans>
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
            Carecommons is software that a clinic, a hospital group or a patient community installs on its own machine.
            Whoever runs this installation answers for it; their details are on the contact page.
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
