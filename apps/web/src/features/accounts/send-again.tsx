import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Form } from '../../components/ui/form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useSubmit } from '../../lib/form.ts';

/** Sends the email that confirms an address once more; what stands above the button says why. */
export function SendAgain({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const api = useApi();
  const [sent, setSent] = useState(false);
  const submission = useSubmit(async () => {
    await api.call('POST /account/email/verification/');
    setSent(true);
  });
  return (
    <Form
      submission={submission}
      failure={t`The email was not sent.`}
      action={t`Send the email again`}
      busy={t`Sending...`}
      done={
        sent && (
          <Notice kind="success">
            <Trans>The email is on its way. Earlier links no longer work.</Trans>
          </Notice>
        )
      }
      variant="quiet"
    >
      {children}
    </Form>
  );
}
