import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { PasskeyButton } from '../../components/passkey-button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { takeAccount } from './new-account.ts';
import { useEntry } from './use-entry.ts';

type Enter = ReturnType<typeof useEntry>;

/** Signs in by password, and where the account has one by its second step, or by a passkey; by itself where an account was just opened. */
export function LoginForm({ next }: { next: string | undefined }) {
  const enter = useEntry(next);
  const [step, setStep] = useState<ReactNode>();
  // After the second step the form starts again: nothing is being sent any more.
  return step ?? <PasswordStep onEnter={enter} onStep={setStep} />;
}

function PasswordStep({ onEnter, onStep }: { onEnter: Enter; onStep: (step: ReactNode) => void }) {
  const { t } = useLingui();
  const api = useApi();
  const submission = useSubmit(async (values) => {
    const body = { username: textOf(values, 'username'), password: textOf(values, 'password') };
    try {
      await onEnter(await api.call('POST /token/', { body }));
    } catch (error) {
      if (!(error instanceof CallError) || error.secondStep === undefined) throw error;
      // Few need it, so nobody else loads it.
      const { SecondStep } = await import('./second-factor/second-step.tsx');
      onStep(<SecondStep step={error.secondStep} onEnter={onEnter} onBack={() => onStep(undefined)} />);
    }
  });
  const { ref } = submission.form;
  useEffect(() => {
    const account = takeAccount();
    const form = ref.current;
    if (account === undefined || form === null) return;
    // As if it was typed: where it cannot be sent, it is still there, and in no attribute.
    const fill = (name: keyof typeof account) => {
      (form.elements.namedItem(name) as HTMLInputElement).value = account[name];
    };
    fill('username');
    fill('password');
    form.requestSubmit();
  }, [ref]);
  return (
    <div className="grid gap-4">
      <Form
        submission={submission}
        failure={t`Invalid username or password. Please try again.`}
        action={t`Sign in`}
        busy={t`Signing in...`}
      >
        <TextField
          label={<Trans>Username</Trans>}
          hint={<Trans>Or your confirmed email address</Trans>}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={submission.errorOf('username')}
        />
        <PasswordField
          label={<Trans>Password</Trans>}
          name="password"
          autoComplete="current-password"
          required
          error={submission.errorOf('password')}
        />
      </Form>
      <PasskeyButton
        variant="quiet"
        unused={<Trans>No passkey was used. You can sign in with your password.</Trans>}
        run={async ({ signInByPasskey }) => await onEnter(await signInByPasskey(api))}
      >
        <Trans>Use a passkey</Trans>
      </PasskeyButton>
    </div>
  );
}
