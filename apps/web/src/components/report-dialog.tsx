import { type Kind, reasonLength, type ReportReason } from '@carecommons/contract/moderation-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useApi } from '../lib/calls/api.ts';
import { textOf, useSubmit } from '../lib/form.ts';
import { useIdempotencyKey } from '../lib/kept/idempotency.ts';
import { useReasons } from '../lib/report-reasons.ts';
import { SelectField } from './ui/field.tsx';
import { TextArea } from './ui/text-area.tsx';
import { FormDialog } from './ui/form-dialog.tsx';

interface Props {
  kind: Kind;
  id: number;
  onClose: () => void;
  onReported: () => void;
}

/** Asks a reader what is wrong with something, and tells the moderators. */
export function ReportDialog({ kind, id, onClose, onReported }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const keyFor = useIdempotencyKey();
  const reasons = useReasons();
  const submission = useSubmit(async (values) => {
    const body = { kind, id, reason: textOf(values, 'reason') as ReportReason, note: textOf(values, 'note') };
    await api.call('POST /apis/reports/create/', { body, idempotencyKey: keyFor(body) });
    onReported();
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Report this to the moderators?</Trans>}
      description={<Trans>They read it and decide. Whoever wrote it is not told who reported it.</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The report was not sent.`}
      action={t`Send the report`}
      busy={t`Sending...`}
    >
      <SelectField
        name="reason"
        label={<Trans>What is wrong with it?</Trans>}
        required
        defaultValue=""
        error={submission.errorOf('reason')}
      >
        <option value="">{t`Please choose`}</option>
        {Object.entries(reasons).map(([reason, label]) => (
          <option key={reason} value={reason}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="note"
        label={<Trans>More about it</Trans>}
        optional={<Trans>(optional)</Trans>}
        rows={3}
        maxLength={reasonLength}
        error={submission.errorOf('note')}
      />
    </FormDialog>
  );
}
