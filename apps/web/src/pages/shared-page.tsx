import { useLingui } from '@lingui/react/macro';
import { SharedLink } from '../features/records/sharing/shared-link.tsx';
import { useHead } from '../lib/head.tsx';

/** What somebody without an account reads by a link and a passcode. */
export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Reports for you`,
    description: t`Read the medical reports that somebody shares with you, by a link and a passcode.`,
  });
  return (
    <div className="page py-8 md:py-12">
      <SharedLink />
    </div>
  );
}
