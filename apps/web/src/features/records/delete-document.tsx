import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfirmed } from '../../components/confirm-its-you.tsx';
import { Button } from '../../components/ui/button.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useSubmit } from '../../lib/form.ts';
import { renewRecords } from './api.ts';

/** Deletes a document of the person's own, after asking: nothing brings it back. */
export function DeleteDocument({ record }: { record: MedicalRecord }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        className="flex-auto md:ms-auto md:flex-none"
        aria-label={t`Delete: ${record.title}`}
        onClick={() => setAsking(true)}
      >
        <Trans>Delete</Trans>
      </Button>
      {asking && <Question record={record} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ record: { id, title }, onClose }: { record: MedicalRecord; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const { confirmed, dialog } = useConfirmed();
  const queries = useQueryClient();
  const submission = useSubmit(async () => {
    await confirmed(() => api.call('DELETE /api/own-documents/:record_id/', { params: { record_id: id } }));
    renewRecords(queries);
    onClose();
  });
  return (
    <>
      <FormDialog
        title={<Trans>Delete this document?</Trans>}
        description={
          <Trans>“{title}” is deleted permanently, also for the people you share it with. This cannot be undone.</Trans>
        }
        keep={<Trans>Keep the document</Trans>}
        onClose={onClose}
        submission={submission}
        failure={t`The document was not deleted.`}
        action={t`Delete it`}
        busy={t`Deleting...`}
      />
      {dialog}
    </>
  );
}
