import type { DocumentName } from '@carecommons/contract/documents';
import { useLingui } from '@lingui/react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Article } from '../../components/article.tsx';
import { TrustedHtml } from '../../components/trusted-html.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { documentQuery } from './api.ts';

interface Props {
  name: DocumentName;
  /** Its heading where the text has none. */
  title: ReactNode;
  /** Shown beside the text instead of its table of contents. */
  beside?: ReactNode;
  /** Stands under it. */
  children?: ReactNode;
}

/** One of the site's long texts, as it came from the server. */
export function DocumentView({ name, title, beside, children }: Props) {
  const { i18n } = useLingui();
  const { data } = useSuspenseQuery(documentQuery(useApi(), name, i18n.locale));
  const lang = data.language === i18n.locale ? undefined : data.language;
  return (
    <Article
      title={data.title || title}
      lead={<TrustedHtml body={data.lead} className="written" lang={lang} />}
      parts={data.parts.map((part) => ({
        ...part,
        text: <TrustedHtml body={part.html} className="written" lang={lang} />,
      }))}
      beside={beside}
    >
      {children}
    </Article>
  );
}
