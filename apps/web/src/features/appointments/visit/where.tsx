import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin, Video } from 'lucide-react';
import { Fact } from '../../../components/ui/fact.tsx';
import { mapOf } from '../../../lib/map.ts';

const linkClass = 'inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4';

/** Where a visit is: at an address, or in a video call. */
export function Where({ appointment: { kind, healthcare_provider } }: { appointment: Appointment }) {
  const { t } = useLingui();
  const { address } = healthcare_provider;
  if (kind?.by_video === true) {
    return (
      <Fact icon={Video} name={t`Where`} named>
        {kind.video_url === null ? (
          <Trans>By video. The link appears here once the visit is confirmed.</Trans>
        ) : (
          <a href={kind.video_url} target="_blank" rel="noopener noreferrer" className={linkClass}>
            <Trans>Join the video call (new tab)</Trans>
          </a>
        )}
      </Fact>
    );
  }
  if (address === '') return null;
  return (
    <Fact icon={MapPin} name={t`Where`} named>
      {address}
      <br />
      <a href={mapOf(address)} target="_blank" rel="noopener noreferrer" className={linkClass}>
        <Trans>Show on a map (new tab)</Trans>
      </a>
    </Fact>
  );
}
