import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PasswordForm } from './password-form.tsx';

/** A form that starts anew after each change. */
export function ChangePassword({ username }: { username: string }) {
  const id = useId();
  const queries = useQueryClient();
  const [changes, setChanges] = useState(0);

  function changed() {
    setChanges(changes + 1);
    void queries.invalidateQueries({ queryKey: ['me', 'sessions'] });
  }
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <h2 id={id} className="text-lg">
          <Trans>Password</Trans>
        </h2>
        {changes > 0 && (
          <Notice key={changes} kind="success">
            <Trans>Your password is changed. Your other sessions were signed out.</Trans>
          </Notice>
        )}
        <PasswordForm key={changes} username={username} onChanged={changed} />
      </Card>
    </section>
  );
}
