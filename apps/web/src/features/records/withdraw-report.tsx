import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { ReasonField } from '../../components/ui/reason-field.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { renewRecords } from './api.ts';

/** Takes a report back, after the author has said why: the patient is told. */
export function WithdrawReport({ record }: { record: MedicalRecord }) {
  const { t } = useLingui();
  const title = record.title || t`Medical Report`;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        className="flex-auto md:ms-auto md:flex-none"
        aria-label={t`Withdraw: ${title}`}
        onClick={() => setAsking(true)}
      >
        <Trans>Withdraw</Trans>
      </Button>
      {asking && <Reason record={record} onClose={() => setAsking(false)} />}
    </>
  );
}

function Reason({ record: { id, title, patient }, onClose }: { record: MedicalRecord; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async (values) => {
    await api.call('POST /api/records/:record_id/withdraw/', {
      params: { record_id: id },
      body: { reason: textOf(values, 'reason') },
    });
    renewRecords(queries);
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Withdraw this report?</Trans>}
      description={
        <Trans>
          {title || t`Medical Report`} for {patient} can then no longer be opened. This cannot be undone.
        </Trans>
      }
      keep={<Trans>Keep the report</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The report was not withdrawn.`}
      action={t`Withdraw the report`}
      busy={t`Withdrawing...`}
    >
      <ReasonField hint={<Trans>The patient reads it.</Trans>} maxLength={500} submission={submission} />
    </FormDialog>
  );
}
