import type { KindRules } from '@carecommons/contract/visit-kind-rules';
import { Trans } from '@lingui/react/macro';

/** Who may book a kind of visit and when it is confirmed, in one sentence to its provider. */
export function OwnKindRule({ kind: { who_may_book, confirmation } }: { kind: KindRules }) {
  if (who_may_book === 'staff') return <Trans>Only your practice books it.</Trans>;
  if (who_may_book === 'known') {
    return confirmation === 'request' ? (
      <Trans>Only patients you have seen before can ask for it, and you approve each request.</Trans>
    ) : (
      <Trans>Only patients you have seen before can book it, and it is confirmed at once.</Trans>
    );
  }
  switch (confirmation) {
    case 'at_once':
      return <Trans>Everybody can book it, and it is confirmed at once.</Trans>;
    case 'known':
      return (
        <Trans>
          Everybody can ask for it: patients you have seen before are confirmed at once, and you approve the others.
        </Trans>
      );
    default:
      return <Trans>Everybody can ask for it, and you approve each request.</Trans>;
  }
}
