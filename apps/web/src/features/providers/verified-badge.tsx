import { Trans } from '@lingui/react/macro';
import { BadgeCheck, CircleDashed } from 'lucide-react';

/** Whether an administrator has checked the registration number and the council. */
export function VerifiedBadge({ verified }: { verified: boolean }) {
  const Mark = verified ? BadgeCheck : CircleDashed;
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold ${verified ? 'bg-success-soft text-success' : 'bg-raised text-muted'}`}
    >
      <Mark size={16} aria-hidden />
      {verified ? <Trans>Verified</Trans> : <Trans>Not yet verified</Trans>}
    </span>
  );
}
