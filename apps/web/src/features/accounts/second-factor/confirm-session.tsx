import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { FactorWays } from '../../../components/factor-ways.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useFocusOnward } from '../../../lib/focus.ts';

interface Props {
  /** Whether a grant of this person waits for it. */
  required: boolean;
  /** What the person has at hand. */
  byPasskey: boolean;
  byCode: boolean;
}

/** Asks for the second step in a session that a password alone opened. */
export function ConfirmSession({ required, byPasskey, byCode }: Props) {
  const queries = useQueryClient();
  const box = useFocusOnward<HTMLDivElement>();
  return (
    <div ref={box} className="grid gap-4">
      <Notice kind="info">
        {required ? (
          <Trans>You signed in with your password alone. Confirm that it is you to help run this site.</Trans>
        ) : (
          <Trans>You signed in with your password alone. Confirm that it is you to make changes here.</Trans>
        )}
      </Notice>
      <FactorWays
        byPasskey={byPasskey}
        byCode={byCode || !byPasskey}
        onConfirmed={() => queries.invalidateQueries({ queryKey: ['me'] })}
      />
    </div>
  );
}
