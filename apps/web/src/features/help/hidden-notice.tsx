import { Trans } from '@lingui/react/macro';
import { EyeOff } from 'lucide-react';
import { Link } from '../../lib/navigation.tsx';

interface Props {
  reason: string;
  /** Whether the reader wrote it. */
  own: boolean;
}

/** Says to an author, and to moderators, that nobody else sees this, and why; leads the author to what can be done. */
export function HiddenNotice({ reason, own }: Props) {
  return (
    <div className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-danger">
      <EyeOff size={20} className="mt-0.5 shrink-0" aria-hidden />
      <div>
        <p>
          <Trans>Hidden by a moderator: {reason}</Trans>
        </p>
        {own && (
          <Link to="/decisions" className="inline-flex min-h-11 items-center font-semibold underline">
            <Trans>Read the decision, or appeal</Trans>
          </Link>
        )}
      </div>
    </div>
  );
}
