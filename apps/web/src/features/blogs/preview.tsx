import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TrustedHtml } from '../../components/trusted-html.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { previewQuery } from './members-api.ts';

const restMs = 400;

/** What is written as its readers will see it, a moment after the last key. */
export function Preview({ title, content }: { title: string; content: string }) {
  const [rested, setRested] = useState(content);
  useEffect(() => {
    const timer = setTimeout(() => setRested(content), restMs);
    return () => clearTimeout(timer);
  }, [content]);
  const blank = rested.trim() === '';
  const { data, isError } = useQuery({
    ...previewQuery(useApi(), rested),
    enabled: !blank,
    placeholderData: keepPreviousData,
  });
  return (
    <section
      aria-labelledby="preview"
      className="grid min-w-0 content-start gap-3 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <h2 id="preview" className="text-base text-muted">
        <Trans>Preview</Trans>
      </h2>
      {title.trim() !== '' && (
        <p dir="auto" className="text-2xl font-semibold">
          {title}
        </p>
      )}
      {blank ? (
        <p className="text-muted">
          <Trans>What you write shows here as its readers will see it.</Trans>
        </p>
      ) : (
        data !== undefined && <TrustedHtml body={data.body} className="written text-lg" />
      )}
      {isError && !blank && (
        <p className="text-muted">
          <Trans>The preview cannot be shown just now. You can go on writing.</Trans>
        </p>
      )}
    </section>
  );
}
