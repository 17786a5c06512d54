import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { rupees } from '../../../lib/texts/format.ts';
import { known } from '../../../lib/texts/i18n.ts';

/** What kind of visit it is, in one line: as it was when it was booked. */
export function KindLine({ appointment: { kind } }: { appointment: Pick<Appointment, 'kind'> }) {
  const { i18n } = useLingui();
  if (kind === null) return null;
  return (
    <p className="text-sm text-muted">
      <bdi className="wrap-anywhere">{known(i18n, kind.name)}</bdi>
      {' · '}
      <span className="tabular">{rupees(i18n, kind.fee)}</span>
      {kind.by_video && (
        <>
          {' · '}
          <Trans>By video</Trans>
        </>
      )}
    </p>
  );
}
