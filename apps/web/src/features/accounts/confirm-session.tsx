import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { PasskeyButton } from '../../components/passkey-button.tsx';
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
  const renew = () => queries.invalidateQueries({ queryKey: ['me'] });
  const submission = useSubmit(async (values) => {
    await api.call('POST /account/second-factor/confirm/', { body: { code: textOf(values, 'code') } });
    await renew();
  });

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
        <PasskeyButton
          unused={<Trans>No passkey was used.</Trans>}
          run={async ({ confirmByPasskey }) => {
            await confirmByPasskey(api);
            await renew();
          }}
        >
          <Trans>Confirm with a passkey</Trans>
        </PasskeyButton>
      )}
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
