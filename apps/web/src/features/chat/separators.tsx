import { Trans } from '@lingui/react/macro';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';

/** Where a day begins. */
export function DayRow({ at }: { at: Date }) {
  const when = useWhen();
  return (
    <p className="flex items-center gap-3 pt-4 pb-1 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <time dateTime={at.toISOString()}>{when.day(at, ownZone())}</time>
    </p>
  );
}

/** Where what is new begins. */
export function NewRow() {
  return (
    <p className="flex items-center gap-3 pt-4 pb-1 text-sm font-semibold text-accent before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent">
      <Trans>New messages</Trans>
    </p>
  );
}
