import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';
import { Form } from './ui/form.tsx';
import { PasswordField } from './ui/password-field.tsx';
import { textOf, useSubmit } from '../lib/form.ts';
import { useFirstFocus } from '../lib/first-focus.ts';

interface Props {
  username: string;
  failure: string;
  action: string;
  /** What the password is asked by, and why. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Further fields, above the password. */
  children?: (errorOf: (name: string) => string | undefined) => ReactNode;
  /** Does it; throws a CallError. */
  send: (values: FormData, currentPassword: string) => Promise<void>;
  /** Unless something is to be read before. */
  focused?: boolean;
  /** After it was done, or left. */
  onClose: () => void;
}

/** What is done only once more with the current password: whoever finds the page open does not have it. */
export function PasswordGate(props: Props) {
  const { username, failure, action, label, hint, children, send, focused = true, onClose } = props;
  const { t } = useLingui();
  const queries = useQueryClient();
  const submission = useSubmit(async (values) => {
    await send(values, textOf(values, 'current_password'));
    // What the person may do now may be other than before.
    await queries.invalidateQueries({ queryKey: ['me'] });
    onClose();
  });
  useFirstFocus(submission.form.ref, focused);
  return (
    <div className="grid gap-2">
      <Form submission={submission} failure={failure} action={action} busy={t`One moment...`}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {children?.(submission.errorOf)}
        <PasswordField
          label={label ?? <Trans>Current password</Trans>}
          hint={hint}
          name="current_password"
          autoComplete="current-password"
          required
          error={submission.errorOf('current_password')}
        />
      </Form>
      <Button variant="plain" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
