import type { Appointment } from '@carecommons/contract/appointments';
import { reportSentenceLength } from '@carecommons/contract/limits';
import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { ShortText, TextArea } from '../../../components/ui/text-area.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { useIdempotencyKey } from '../../../lib/kept/idempotency.ts';
import { useNavigate, useSearchText } from '../../../lib/navigation.tsx';
import { usePrefill } from '../../../lib/prefill.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { upload } from '../../../lib/calls/upload.ts';
import { noteUploaded, renewRecords, writtenOfVisitQuery } from '../api.ts';
import { contentOf, FileField, useSendableFile, useWrongFile } from './file-field.tsx';
import { ReleaseField } from './release-field.tsx';
import { ReplacesField } from './replaces-field.tsx';
import { TypeField, typeOf } from './type-field.tsx';
import { isReplaceable } from '../versions.ts';
import { UploadProgress } from '../../../components/ui/upload-progress.tsx';

/** Uploads a report for a visit, once it is known as it is now which earlier ones it may replace. */
export function UploadForm({ appointment }: { appointment: Appointment }) {
  const { prefill: written, error, retry } = usePrefill(writtenOfVisitQuery(useApi(), appointment.id));
  if (error !== null)
    return <LoadFailure title={<Trans>The form could not be loaded.</Trans>} error={error} onRetry={retry} />;
  if (written === undefined) return <FormSkeleton fields={3} />;
  return <ReportForm appointment={appointment} replaceable={written.filter(isReplaceable)} />;
}

interface ReportFormProps {
  appointment: Appointment;
  replaceable: MedicalRecord[];
}

/** The file stays chosen when sending fails. */
function ReportForm({ appointment, replaceable }: ReportFormProps) {
  const { id: appointmentId, user, time_zone } = appointment;
  const { t } = useLingui();
  const asked = useSearchText('replaces');
  const recordOf = (id: string | undefined) => replaceable.find((record) => String(record.id) === id);
  const [replaces, setReplaces] = useState(() => recordOf(asked));
  // The report whose fields the form begins with.
  const [template, setTemplate] = useState(replaces);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const [sent, setSent] = useState(0);
  const wrongFile = useWrongFile('report');

  const makeSendable = useSendableFile('report');
  const submission = useSubmit(async (values) => {
    // Where nobody is signed in any more nothing happens, and the file stays chosen.
    if (!isSignedIn()) return false;
    setSent(0);
    await makeSendable(values);
    await upload('POST /api/records/create/:appointment_id/', {
      params: { appointment_id: appointmentId },
      form: inOrder(values),
      onProgress: setSent,
      idempotencyKey: keyFor(contentOf(values)),
    });
    renewRecords(queries);
    noteUploaded(queries, appointment);
    navigate('/record');
  }, wrongFile);
  const { errorOf, running } = submission;
  const optional = <Trans>(optional)</Trans>;

  function choose(id: string, form: HTMLFormElement | null) {
    const record = recordOf(id);
    setReplaces(record);
    // What was written already stays.
    const values = form && new FormData(form);
    if (values && textOf(values, 'title') === '' && textOf(values, 'sentence') === '') setTemplate(record);
  }
  return (
    <Form
      submission={submission}
      failure={t`The report was not uploaded. Please try again.`}
      action={t`Upload report`}
      busy={t`Uploading...`}
      needsSession
    >
      <FileField name="report" error={errorOf('report')} />
      <ReplacesField records={replaceable} selected={String(replaces?.id ?? '')} onChoose={choose} errorOf={errorOf} />
      <Fragment key={template?.id}>
        <TypeField errorOf={errorOf} initial={template?.type} />
        <ShortText
          name="title"
          defaultValue={template?.title}
          label={<Trans>Title</Trans>}
          optional={optional}
          hint={<Trans>If left empty, it says “Medical Report”.</Trans>}
          maxLength={120}
          error={errorOf('title')}
        />
        <TextArea
          name="sentence"
          defaultValue={template?.sentence ?? undefined}
          label={<Trans>In one sentence</Trans>}
          optional={optional}
          hint={<Trans>What it says, in everyday words. Your patient reads it with the report.</Trans>}
          rows={2}
          maxLength={reportSentenceLength}
          error={errorOf('sentence')}
        />
        <ReleaseField
          patient={user.name}
          zone={time_zone}
          errorOf={errorOf}
          // What the patient may not read yet comes no sooner in its newer version.
          initial={template?.released === false ? template : { release: 'at_once', release_on: null }}
        />
      </Fragment>
      {running && <UploadProgress part={sent} />}
    </Form>
  );
}

/** The texts before the file: the server knows them when the file begins to come. */
function inOrder(values: FormData): FormData {
  const ordered = new FormData();
  const names = ['title', 'type', 'sentence', 'release', 'release_on', 'replaces', 'replaces_because', 'report'];
  for (const name of names) {
    const value = name === 'type' ? typeOf(values) : values.get(name);
    if (value !== null && value !== '') ordered.append(name, value);
  }
  return ordered;
}
