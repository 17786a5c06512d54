import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/api.ts';
import { useFocusOnward } from '../../lib/focus.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { CodeField } from './code-field.tsx';

interface Props {
  /** Whether a grant of this person waits for it. */
  required: boolean;
  /** What the person has at hand. */
  byPasskey: boolean;
  byCode: boolean;
}

/** Asks for the second step in a session that a password alone opened. */
export function ConfirmSession({ required, byPasskey, byCode }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const box = useFocusOnward<HTMLDivElement>();
  const [refusal, setRefusal] = useState<string>();
  const renew = () => queries.invalidateQueries({ queryKey: ['me'] });
  const submission = useSubmit(async (values) => {
    await api.call('POST /account/second-factor/confirm/', { body: { code: textOf(values, 'code') } });
    await renew();
  });

  async function byKey() {
    setRefusal(undefined);
    try {
      const { confirmByPasskey } = await import('./passkeys.ts');
      await confirmByPasskey(api, t`No passkey was used.`);
      await renew();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '');
    }
  }

  return (
    <div ref={box} className="grid gap-4">
      <Notice kind="info">
        {required ? (
          <Trans>You signed in with your password alone. Confirm that it is you to help run this site.</Trans>
        ) : (
          <Trans>You signed in with your password alone. Confirm that it is you to make changes here.</Trans>
        )}
      </Notice>
      {byPasskey && (
        <Button onClick={() => void byKey()}>
          <KeyRound size={20} aria-hidden />
          <Trans>Confirm with a passkey</Trans>
        </Button>
      )}
      {refusal !== undefined && <Notice kind="danger">{refusal}</Notice>}
      {(byCode || !byPasskey) && (
        <Form
          submission={submission}
          failure={t`This is not confirmed.`}
          action={t`Confirm`}
          busy={t`One moment...`}
          look={byPasskey ? 'quiet' : 'primary'}
        >
          <CodeField error={submission.errorOf('code')} />
        </Form>
      )}
    </div>
  );
}
