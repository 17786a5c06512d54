import type { Hours } from '@carecommons/contract/schedule-rules';
import { Trans } from '@lingui/react/macro';

/** The hours of a day, one below the other, or that there are none. */
export function HoursText({ hours }: { hours: readonly Hours[] }) {
  if (hours.length === 0) {
    return (
      <p className="text-muted">
        <Trans>Closed</Trans>
      </p>
    );
  }
  return (
    <ul className="tabular">
      {hours.map(({ from, to }) => (
        <li key={from}>
          {from}–{to}
        </li>
      ))}
    </ul>
  );
}
