import type { ProfileField } from '@carecommons/contract/verification-rules';
import { Trans } from '@lingui/react/macro';
import { Notice } from '../../components/ui/notice.tsx';
import { useFieldNames } from '../../lib/profile-fields.ts';
import { useSite } from '../../lib/site.ts';

/** Says before saving which changes take the verified badge away, and what follows from it. */
export function BadgeAtStake({ changed }: { changed: readonly ProfileField[] }) {
  const names = useFieldNames();
  const { providers } = useSite();
  const fields = names(changed);
  return (
    <div role="status" className="empty:absolute">
      {changed.length > 0 && (
        <Notice kind="info">
          <p>
            <Trans>
              If you change this, the verified badge is not shown until the change has been checked:{' '}
              <strong>{fields}</strong>
            </Trans>
          </p>
          {providers === 'approved' && (
            <p>
              <Trans>Until then patients do not find you.</Trans>
            </p>
          )}
        </Notice>
      )}
    </div>
  );
}
