import { Trans, useLingui } from '@lingui/react/macro';
import { DocumentView } from '../features/documents/document-view.tsx';
import { useHead } from '../lib/head.tsx';

/** What the text says is what the product does: whoever changes what is kept or shown changes the text too. */
export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Privacy`,
    description: t`What this installation of Carecommons keeps about you, who sees it, what your browser stores, and what you can ask for.`,
  });
  return <DocumentView name="privacy" title={<Trans>Privacy</Trans>} />;
}
