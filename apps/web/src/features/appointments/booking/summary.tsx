import type { Provider } from '@carecommons/contract/providers';
import type { PublicVisitKind } from '@carecommons/contract/visit-kinds';
import { Trans, useLingui } from '@lingui/react/macro';
import { rupees } from '../../../lib/texts/format.ts';
import { When } from '../../../components/ui/when.tsx';

interface Props {
  provider: Provider;
  /** The kind of visit; undefined for a provider without any. */
  kind: PublicVisitKind | undefined;
  confirmedAtOnce: boolean;
  /** The chosen time; undefined while there is none. */
  at: Date | undefined;
}

/** What will be sent, in one line, and what it means. */
export function BookingSummary({ provider: { name, fees, time_zone: zone }, kind, confirmedAtOnce, at }: Props) {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid gap-1 rounded-card bg-raised p-4">
      <p className="font-semibold">
        {name}
        {' · '}
        {at === undefined ? <Trans>no time chosen yet</Trans> : <When at={at} zone={zone} />}
        {' · '}
        <span className="tabular">{rupees(i18n, kind?.fee ?? fees)}</span>
        {' · '}
        {confirmedAtOnce ? <Trans>Confirmed at once</Trans> : <Trans>Requested first</Trans>}
      </p>
      <p className="text-sm text-muted">
        {confirmedAtOnce ? (
          <Trans>
            You book the visit: it is confirmed as soon as you send this. The provider is told, and does not have to
            approve it.
          </Trans>
        ) : (
          <Trans>
            You send a request. The visit is confirmed only when the provider has approved it; you find the answer under
            your appointments.
          </Trans>
        )}
      </p>
    </div>
  );
}
