import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ShortText } from '../../components/ui/text-area.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { renewRecords } from './api.ts';
import { DateOfDocument } from './upload/date-of-document.tsx';

/** Gives a document of the person's own another title or day. */
export function ChangeDocument({ record }: { record: MedicalRecord }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        className="flex-auto md:flex-none"
        aria-label={t`Change: ${record.title}`}
        onClick={() => setAsking(true)}
      >
        <Pencil size={20} aria-hidden />
        <Trans>Change</Trans>
      </Button>
      {asking && <Fields record={record} onClose={() => setAsking(false)} />}
    </>
  );
}

function Fields({ record: { id, title, dated_on }, onClose }: { record: MedicalRecord; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async (values) => {
    const body = { title: textOf(values, 'title'), dated_on: textOf(values, 'dated_on') || null };
    await api.call('PATCH /api/own-documents/:record_id/', { params: { record_id: id }, body });
    renewRecords(queries);
    onClose();
  });
  const { errorOf } = submission;
  return (
    <FormDialog
      title={<Trans>Change title and date</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The document was not changed.`}
      action={t`Save`}
      busy={t`Saving...`}
    >
      <ShortText
        name="title"
        label={<Trans>Title</Trans>}
        required
        maxLength={120}
        defaultValue={title}
        error={errorOf('title')}
      />
      <DateOfDocument day={dated_on} error={errorOf('dated_on')} />
    </FormDialog>
  );
}
