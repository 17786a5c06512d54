import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Submission } from '../../lib/form.ts';
import { TextArea } from './text-area.tsx';

interface Props {
  /** Who reads it. */
  hint: ReactNode;
  maxLength: number;
  submission: Submission;
}

/** Asks for the reason of what somebody is about to do to somebody else's thing. */
export function ReasonField({ hint, maxLength, submission }: Props) {
  return (
    <TextArea
      name="reason"
      label={<Trans>Reason</Trans>}
      hint={hint}
      rows={3}
      required
      maxLength={maxLength}
      error={submission.errorOf('reason')}
    />
  );
}
