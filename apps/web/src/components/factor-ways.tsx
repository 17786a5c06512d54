import { Trans, useLingui } from '@lingui/react/macro';
import { useApi } from '../lib/calls/api.ts';
import { renewTokens } from '../lib/calls/call.ts';
import { textOf, useSubmit } from '../lib/form.ts';
import { CodeField } from './code-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { Form } from './ui/form.tsx';

interface Props {
  /** What the person has at hand. */
  byPasskey: boolean;
  byCode: boolean;
  onConfirmed: () => Promise<void>;
}

/** Confirms the running session by a passkey or a code. */
export function FactorWays({ byPasskey, byCode, onConfirmed }: Props) {
  const { t } = useLingui();
  const api = useApi();
  async function confirmed() {
    // A copy of the tokens that were there before ends with its next use.
    await renewTokens().catch(() => undefined);
    await onConfirmed();
  }
  const submission = useSubmit(async (values) => {
    await api.call('POST /account/second-factor/confirm/', { body: { code: textOf(values, 'code') } });
    await confirmed();
  });
  return (
    <>
      {byPasskey && (
        <PasskeyButton
          unused={<Trans>No passkey was used.</Trans>}
          run={async ({ confirmByPasskey }) => {
            await confirmByPasskey(api);
            await confirmed();
          }}
        >
          <Trans>Confirm with a passkey</Trans>
        </PasskeyButton>
      )}
      {byCode && (
        <Form
          submission={submission}
          failure={t`This is not confirmed.`}
          action={t`Confirm`}
          busy={t`One moment...`}
          variant={byPasskey ? 'quiet' : 'primary'}
        >
          <CodeField error={submission.errorOf('code')} />
        </Form>
      )}
    </>
  );
}
