import { Trans } from '@lingui/react/macro';
import { useWhen } from '../../lib/texts/when.ts';
import { isOwnTime, ownZone } from '../../lib/texts/zoned.ts';

/** A moment by the clocks of a zone; where the reader's show another time, the zone's name and the reader's own time. */
export function When({ at, zone }: { at: Date; zone: string }) {
  const when = useWhen();
  return (
    <>
      <time dateTime={at.toISOString()}>{when.moment(at, zone)}</time>
      {!isOwnTime(at, zone) && <OtherZone at={at} zone={zone} />}
    </>
  );
}

function OtherZone({ at, zone }: { at: Date; zone: string }) {
  const when = useWhen();
  const own = when.moment(at, ownZone());
  return (
    <span className="text-sm font-normal text-muted">
      {' '}
      <Trans>
        {when.zoneName(at, zone)} ({own} where you are)
      </Trans>
    </span>
  );
}
