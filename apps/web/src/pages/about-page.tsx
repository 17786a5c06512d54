import { Trans, useLingui } from '@lingui/react/macro';
import picture from '../assets/banner/clinic-welcome.svg';
import { ButtonLink } from '../components/ui/button.tsx';
import { DocumentView } from '../features/documents/document-view.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`About`,
    description: t`Carecommons brings patients and healthcare providers together: finding, asking, visiting and reading, in one place that its own operator runs.`,
  });
  return (
    <DocumentView
      name="about"
      title={<Trans>About</Trans>}
      beside={<img src={picture} alt="" width={640} height={480} className="w-full rounded-card" />}
    >
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/providers">
          <Trans>Find a provider</Trans>
        </ButtonLink>
        <ButtonLink to="/contact" variant="quiet">
          <Trans>Contact</Trans>
        </ButtonLink>
      </div>
    </DocumentView>
  );
}
