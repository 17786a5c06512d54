import type { Author } from '@carecommons/contract/blogs';
import { useLingui } from '@lingui/react';
import { dayOf } from '../../lib/texts/format.ts';
import { personIn } from '../../lib/texts/i18n.ts';
import { useSite } from '../../lib/site.ts';

/** Who wrote an article, and when. */
export function Byline({ author, at }: { author: Author; at: string }) {
  const { i18n } = useLingui();
  const { default_time_zone: zone } = useSite();
  return (
    <>
      {personIn(i18n, author.provider?.name ?? author.username)} · <time dateTime={at}>{dayOf(i18n, at, zone)}</time>
    </>
  );
}
