import type { DocumentName } from '@carecommons/contract/documents';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Article } from '../../components/article.tsx';
import { useApi } from '../../lib/api.ts';
import { trustedHtml } from '../../lib/trusted-html.ts';
import { documentQuery } from './api.ts';

interface Props {
  name: DocumentName;
  /** Its heading where the text has none. */
  title: ReactNode;
  /** Stands beside the text in the place of its contents. */
  beside?: ReactNode;
  /** Stands under it. */
  children?: ReactNode;
}

/** One of the site's long texts, as it came from the server. */
export function DocumentView({ name, title, beside, children }: Props) {
  const { data } = useSuspenseQuery(documentQuery(useApi(), name));
  return (
    <Article
      title={data.title || title}
      lead={<Html html={data.lead} />}
      parts={data.parts.map((part) => ({ ...part, text: <Html html={part.html} /> }))}
      beside={beside}
    >
      {children}
    </Article>
  );
}

function Html({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />;
}
