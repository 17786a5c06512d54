import { Trans } from '@lingui/react/macro';
import { EyeOff } from 'lucide-react';

/** Says to an author, and to moderators, that nobody else sees this, and why. */
export function HiddenNotice({ reason }: { reason: string }) {
  return (
    <p className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-danger">
      <EyeOff size={20} className="mt-0.5 shrink-0" aria-hidden />
      <Trans>Hidden by a moderator: {reason}</Trans>
    </p>
  );
}
