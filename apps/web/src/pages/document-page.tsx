import type { DocumentName } from '@carecommons/contract/documents';
import { useLingui } from '@lingui/react/macro';
import { DocumentView } from '../features/documents/document-view.tsx';
import { type Head, useHead } from '../lib/head.tsx';
import { usePagePath } from '../lib/navigation.tsx';

/**
 * The long texts that are a page by themselves. What a text says is what the product does: whoever changes what is kept, shown
 * or tested changes the text too.
 */
export function Page() {
  const { t } = useLingui();
  const heads = {
    privacy: {
      title: t`Privacy`,
      description: t`What this installation of Carecommons keeps about you, who sees it, what your browser stores, and what you can ask for.`,
    },
    terms: {
      title: t`Terms`,
      description: t`The rules of this installation of Carecommons, in plain words: emergencies, appointments, what people write, and providers.`,
    },
    accessibility: {
      title: t`Accessibility`,
      description: t`What was tested so that everybody can use Carecommons, what does not work yet, and how to tell us.`,
    },
  } satisfies Partial<Record<DocumentName, Head>>;
  const name = usePagePath()?.slice(1) as keyof typeof heads;
  const head = heads[name];
  useHead(head);
  return <DocumentView name={name} title={head.title} />;
}
