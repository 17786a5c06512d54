import type { KindRules } from '@carecommons/contract/visit-kind-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Duration } from '../../components/ui/duration.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { bookingTermsQuery } from '../../lib/booking-terms.ts';
import { Link } from '../../lib/navigation.tsx';
import { rupees } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';

/** The kinds of visit of a provider who has more than one, each leading to its booking. */
export function KindsOffered({ provider, own }: { provider: number; own: boolean }) {
  const { i18n } = useLingui();
  // Nobody waits for it: what cannot be had is left out.
  const { data: terms } = useQuery(bookingTermsQuery(useApi(), provider));
  if (terms === undefined || terms.kinds.length < 2) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">
        <Trans>Kinds of visit</Trans>
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {terms.kinds.map((kind) => (
          <li key={kind.id} className="grid gap-x-4 gap-y-1 px-4 py-2">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {own ? (
                known(i18n, kind.name)
              ) : (
                <Link
                  to={`/books/${provider}?kind=${kind.id}`}
                  className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
                >
                  {known(i18n, kind.name)}
                </Link>
              )}
            </p>
            <p className="tabular text-sm">
              <Duration minutes={kind.minutes} />
              {' · '}
              {rupees(i18n, kind.fee)}
              {kind.by_video && (
                <>
                  {' · '}
                  <Trans>By video</Trans>
                </>
              )}
            </p>
            <p className="max-w-read text-sm text-muted">
              <KindRule kind={kind} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whom a kind of visit is for and when it is confirmed, in one sentence to everybody. */
function KindRule({ kind: { who_may_book, confirmation } }: { kind: KindRules }) {
  if (who_may_book === 'known') {
    return confirmation === 'request' ? (
      <Trans>For patients who have been here before. The provider approves each request.</Trans>
    ) : (
      <Trans>For patients who have been here before. Confirmed at once.</Trans>
    );
  }
  switch (confirmation) {
    case 'at_once':
      return <Trans>Confirmed at once.</Trans>;
    case 'known':
      return <Trans>Confirmed at once for patients who have been here before; by request for others.</Trans>;
    default:
      return <Trans>By request: the provider approves it first.</Trans>;
  }
}
