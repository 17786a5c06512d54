import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useFocusAfter } from '../../lib/focus.ts';
import { useSubmit } from '../../lib/form.ts';

/** Confirms an email address, once its person says so: programs that look through emails open every link. */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const [confirmed, setConfirmed] = useState<{ email: string; factors_removed: boolean }>();
  const shown = useFocusAfter<HTMLDivElement>(confirmed);
  const submission = useSubmit(async () => {
    setConfirmed(await api.call('POST /verify-email/', { body: { token } }));
    void queries.invalidateQueries({ queryKey: ['me'] });
  });
  if (confirmed !== undefined) {
    return (
      <div ref={shown} tabIndex={-1} className="grid gap-4">
        <Notice kind="success">
          <p className="font-semibold">
            <Trans>Thank you, your email address is confirmed.</Trans>
          </p>
          <p className="break-words">{confirmed.email}</p>
        </Notice>
        {confirmed.factors_removed && (
          <Notice kind="info">
            <Trans>
              The second step that was set up before this address was confirmed was removed: somebody else could have
              set it up. You can set it up again on your account page.
            </Trans>
          </Notice>
        )}
        <ButtonLink to="/account">
          <Trans>Your account</Trans>
        </ButtonLink>
      </div>
    );
  }
  return (
    <Form
      submission={submission}
      failure={t`Your email address was not confirmed.`}
      action={t`Confirm this address`}
      busy={t`Confirming...`}
    >
      <p>
        <Trans>Emails about your account and your appointments go to this address once it is confirmed.</Trans>
      </p>
    </Form>
  );
}
