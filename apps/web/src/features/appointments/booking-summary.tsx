import type { Provider } from '@carecommons/contract/providers';
import { Trans, useLingui } from '@lingui/react/macro';
import { rupees } from '../../lib/format.ts';
import { When } from '../../components/ui/when.tsx';
import { instantOf, type WallTime } from '../../lib/zoned.ts';

interface Props {
  provider: Provider;
  chosen: WallTime;
}

/** What will be sent, in one line, and what it means. */
export function BookingSummary({ provider: { name, fees, time_zone: zone }, chosen }: Props) {
  const { i18n } = useLingui();
  const complete = chosen.date !== '' && chosen.time !== '';
  return (
    <div role="status" className="grid gap-1 rounded-card bg-raised p-4">
      <p className="font-semibold">
        {name}
        {' · '}
        {complete ? <When at={instantOf(chosen, zone)} zone={zone} /> : <Trans>no time chosen yet</Trans>}
        {' · '}
        <span className="tabular">{rupees(i18n, fees)}</span>
        {' · '}
        <Trans>Requested first</Trans>
      </p>
      <p className="text-sm text-muted">
        <Trans>
          You send a request. The visit is confirmed only when the provider has approved it; you see the answer under
          your appointments.
        </Trans>
      </p>
    </div>
  );
}
