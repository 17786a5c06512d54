import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useFocusAfter } from '../../lib/focus.ts';
import { PasswordForm } from './password-form.tsx';

/** A form that resets after each change. */
export function ChangePassword({ username }: { username: string }) {
  const id = useId();
  const queries = useQueryClient();
  const [changes, setChanges] = useState(0);
  const heading = useFocusAfter<HTMLHeadingElement>(changes);

  function changed() {
    setChanges(changes + 1);
    void queries.invalidateQueries({ queryKey: ['me', 'sessions'] });
  }
  return (
    <section id="password" aria-labelledby={id}>
      <Card className="grid gap-5">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-lg">
          <Trans>Password</Trans>
        </h2>
        {changes > 0 && (
          <Notice key={`changed ${changes}`} kind="success">
            <Trans>Your password is changed. Your other sessions were signed out.</Trans>
          </Notice>
        )}
        <PasswordForm key={changes} username={username} onChanged={changed} />
      </Card>
    </section>
  );
}
