import { Trans } from '@lingui/react/macro';
import { Link } from '../lib/navigation.tsx';

/** Stands beside the button of a request for a visit: what its sender agrees to by it. */
export function AgreesBySending() {
  return (
    <p className="max-w-read text-sm text-muted">
      <Trans>
        By sending this you agree that what you write is kept here for this provider, and so are the reports that
        providers add for you. You can take either back at any time under{' '}
        <Link to="/my-data" className="text-primary underline underline-offset-4">
          My data
        </Link>
        .
      </Trans>
    </p>
  );
}
