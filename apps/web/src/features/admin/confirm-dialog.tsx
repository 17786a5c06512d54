import { decisionReasonLength } from '@carecommons/contract/administration-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { ReasonField } from '../../components/ui/reason-field.tsx';
import { type Submission, useSubmit } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { renewAll } from './api.ts';

interface Props {
  title: ReactNode;
  /** What it means. */
  text?: ReactNode;
  action: string;
  /** Whether a reason has to be given. */
  reason?: boolean;
  send: (values: FormData, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
  /** What else is asked. */
  children?: (submission: Submission) => ReactNode;
}

/** Asks before something is done, does it, and shows everything as it is after it. */
export function ConfirmDialog({ title, text, action, reason = false, send, onClose, children }: Props) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const submission = useSubmit(async (values) => {
    await send(values, keyFor([...values]));
    await renewAll(queries);
    onClose();
  });
  return (
    <FormDialog
      title={title}
      description={text}
      onClose={onClose}
      submission={submission}
      failure={t`It was not saved.`}
      action={action}
      busy={t`Saving...`}
    >
      {children?.(submission)}
      {reason && (
        <ReasonField
          hint={<Trans>It is kept with your name, for the other administrators.</Trans>}
          maxLength={decisionReasonLength}
          submission={submission}
        />
      )}
    </FormDialog>
  );
}
