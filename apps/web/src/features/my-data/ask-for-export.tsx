import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PasswordGate } from '../../components/password-gate.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { currentUserQuery } from '../../lib/session/role.ts';
import { renewExport } from './api.ts';

/** Asks for the password: whoever finds the page open does not go away with everything. */
export function AskForExport({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const { data: user } = useQuery(currentUserQuery(api));
  return (
    <PasswordGate
      username={user?.username ?? ''}
      failure={t`Your request for a copy could not be sent.`}
      action={t`Put my data together`}
      label={<Trans>Your password</Trans>}
      hint={<Trans>So that nobody else can take your data.</Trans>}
      send={async (_, current_password) => {
        await api.call('POST /api/my-data/exports/', { body: { current_password } });
        await renewExport(queries);
      }}
      onClose={onClose}
    />
  );
}
