import { Trans, useLingui } from '@lingui/react/macro';
import { DocumentView } from '../features/documents/document-view.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Terms`,
    description: t`The rules of this installation of Carecommons, in plain words: emergencies, appointments, what people write, and providers.`,
  });
  return <DocumentView name="terms" title={<Trans>Terms</Trans>} />;
}
