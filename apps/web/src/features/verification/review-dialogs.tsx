import type { Claim } from '@carecommons/contract/verification';
import { verificationReasonLength, verificationYears } from '@carecommons/contract/verification-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { TextField } from '../../components/ui/field.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { ReasonField } from '../../components/ui/reason-field.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useNow } from '../../lib/texts/now.ts';
import { renewVerifications } from './api.ts';

interface Props {
  claim: Claim;
  onClose: () => void;
}

/** Verifies a registration until a day. */
export function VerifyDialog({ claim, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const now = useNow();
  const submission = useSubmit(async (values) => {
    await api.call('POST /apis/verification/:claim_id/verify/', {
      params: { claim_id: claim.id },
      body: { until: textOf(values, 'until') },
    });
    await renewVerifications(queries);
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Verify this registration?</Trans>}
      description={
        <Trans>
          {claim.provider.name} gets the badge “Verified” until the day below. The documents are deleted 30 days later.
        </Trans>
      }
      onClose={onClose}
      submission={submission}
      failure={t`It was not verified.`}
      action={t`Verify`}
      busy={t`Verifying...`}
    >
      <TextField
        name="until"
        type="date"
        label={<Trans>Verified until</Trans>}
        required
        min={dayIn(now, 0)}
        max={dayIn(now, verificationYears.most)}
        defaultValue={dayIn(now, verificationYears.usual)}
        error={submission.errorOf('until')}
      />
    </FormDialog>
  );
}

/** The day some years from now, as a date field has it. */
function dayIn(now: Date, years: number) {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
}

/** Rejects a claim with a reason. */
export function RejectDialog({ claim, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async (values) => {
    await api.call('POST /apis/verification/:claim_id/reject/', {
      params: { claim_id: claim.id },
      body: { reason: textOf(values, 'reason') },
    });
    await renewVerifications(queries);
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Reject this claim?</Trans>}
      description={<Trans>Its documents are deleted at once. The provider may submit others.</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`It was not rejected.`}
      action={t`Reject`}
      busy={t`Saving...`}
    >
      <ReasonField
        hint={<Trans>The provider reads it.</Trans>}
        maxLength={verificationReasonLength}
        submission={submission}
      />
    </FormDialog>
  );
}
