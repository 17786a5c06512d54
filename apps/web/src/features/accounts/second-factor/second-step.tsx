import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { PasskeyButton } from '../../../components/passkey-button.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import type { SecondStep as Step } from '../../../lib/calls/call.ts';
import { useFirstFocus } from '../../../lib/first-focus.ts';
import { textOf, useSubmit } from '../../../lib/form.ts';
import type { Tokens } from '../../../lib/session/session.ts';
import { CodeField } from '../../../components/code-field.tsx';

interface Props {
  /** What came with the right password. */
  step: Step;
  onEnter: (tokens: Tokens) => Promise<void>;
  onBack: () => void;
}

/** The second step of signing in: a passkey or a code, as the account has them. */
export function SecondStep({ step: { ticket, ways }, onEnter, onBack }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const box = useRef<HTMLDivElement>(null);
  const submission = useSubmit(async (values) => {
    await onEnter(await api.call('POST /token/code/', { body: { ticket, code: textOf(values, 'code') } }));
  });
  const { passkey } = ways;
  useFirstFocus(box);
  return (
    <div ref={box} className="grid gap-4">
      <p>
        <Trans>Your password is right. One more step, as you set it up.</Trans>
      </p>
      {passkey !== null && (
        <PasskeyButton
          unused={<Trans>No passkey was used. Please try again.</Trans>}
          run={async ({ enterByPasskey }) => await onEnter(await enterByPasskey(api, ticket, passkey))}
        >
          <Trans>Use your passkey</Trans>
        </PasskeyButton>
      )}
      {ways.code && (
        <Form
          submission={submission}
          failure={t`You are not signed in yet.`}
          action={t`Sign in`}
          busy={t`Signing in...`}
          variant={passkey === null ? 'primary' : 'quiet'}
        >
          <CodeField error={submission.errorOf('code')} />
        </Form>
      )}
      {passkey === null && !ways.code && (
        <Notice kind="danger">
          <Trans>
            Your account needs a passkey, which does not work at this address of the site. Please sign in at its usual
            address.
          </Trans>
        </Notice>
      )}
      <Button variant="plain" className="justify-self-start" onClick={onBack}>
        {submission.problem?.code === 'sign_in_ended' ? <Trans>Begin again</Trans> : <Trans>Use another account</Trans>}
      </Button>
    </div>
  );
}
