import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useApi } from '../../lib/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import type { Tokens } from '../../lib/session.ts';
import { CodeField } from './code-field.tsx';
import { useFirstFocus } from '../../lib/first-focus.ts';

interface Props {
  /** What was right in the first step. */
  login: { username: string; password: string };
  onEnter: (tokens: Tokens) => Promise<void>;
  onBack: () => void;
}

/** The second step of signing in: a code. */
export function CodeStep({ login, onEnter, onBack }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const submission = useSubmit(async (values) => {
    await onEnter(await api.call('POST /token/', { body: { ...login, code: textOf(values, 'code') } }));
  });
  useFirstFocus(submission.form.ref);
  return (
    <div className="grid gap-4">
      <p>
        <Trans>Your password is right. One more step, as you set it up.</Trans>
      </p>
      <Form submission={submission} failure={t`You are not signed in yet.`} action={t`Sign in`} busy={t`Signing in...`}>
        <CodeField error={submission.errorOf('code')} />
      </Form>
      <Button look="plain" className="justify-self-start" onClick={onBack}>
        <Trans>Use another account</Trans>
      </Button>
    </div>
  );
}
