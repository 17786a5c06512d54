import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { useApi } from '../../lib/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { currentUserQuery } from '../../lib/role.ts';
import { renewExport } from './api.ts';

/** Asks for the password: whoever finds the page open does not go away with everything. */
export function AskForExport({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const { data: user } = useQuery(currentUserQuery(api));
  const submission = useSubmit(async (values) => {
    await api.call('POST /api/my-data/exports/', { body: { current_password: textOf(values, 'current_password') } });
    await renewExport(queries);
    onClose();
  });
  const { ref } = submission.form;
  useEffect(() => ref.current?.querySelector<HTMLElement>('[name=current_password]')?.focus(), [ref]);
  return (
    <div className="grid gap-2">
      <Form
        submission={submission}
        failure={t`The copy was not asked for.`}
        action={t`Put my data together`}
        busy={t`One moment...`}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
        <PasswordField
          label={<Trans>Your password</Trans>}
          hint={<Trans>So that nobody else takes your data along.</Trans>}
          name="current_password"
          autoComplete="current-password"
          required
          error={submission.errorOf('current_password')}
        />
      </Form>
      <Button look="plain" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
