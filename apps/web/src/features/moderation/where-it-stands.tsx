import { Trans } from '@lingui/react/macro';
import { Link } from '../../lib/navigation.tsx';

/** The way to what was reported or decided about. */
export const WhereItStands = ({ address }: { address: string }) => (
  <Link
    to={address}
    className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-4"
  >
    <Trans>Open where it stands</Trans>
  </Link>
);
