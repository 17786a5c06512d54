import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../../../components/ui/form.tsx';
import { ShortText } from '../../../components/ui/text-area.tsx';
import { UploadProgress } from '../../../components/ui/upload-progress.tsx';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { useIdempotencyKey } from '../../../lib/kept/idempotency.ts';
import { useNavigate } from '../../../lib/navigation.tsx';
import { isSignedIn } from '../../../lib/session/session.ts';
import { upload } from '../../../lib/calls/upload.ts';
import { renewRecords } from '../api.ts';
import { DateOfDocument } from './date-of-document.tsx';
import { contentOf, FileField, useSendableFile, useWrongFile } from './file-field.tsx';
import { TypeField, typeOf } from './type-field.tsx';

/** Adds a document of the person's own; the file stays chosen when it fails. */
export function AddDocument() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const [sent, setSent] = useState(0);
  const makeSendable = useSendableFile('document');
  const submission = useSubmit(async (values) => {
    // Where nobody is signed in any more nothing happens, and the file stays chosen.
    if (!isSignedIn()) return false;
    setSent(0);
    await makeSendable(values);
    await upload('POST /api/own-documents/', {
      form: inOrder(values),
      onProgress: setSent,
      idempotencyKey: keyFor(contentOf(values)),
    });
    renewRecords(queries);
    navigate('/record');
  }, useWrongFile('document'));
  const { errorOf, running } = submission;
  return (
    <Form
      submission={submission}
      failure={t`The document was not added. Please try again.`}
      action={t`Add document`}
      busy={t`Uploading...`}
      needsSession
    >
      <p className="text-muted">
        <Trans>
          An old letter, a result from elsewhere: it stands among your reports. Nobody but you can read it, unless you
          share it, and you can delete it whenever you like.
        </Trans>
      </p>
      <FileField name="document" error={errorOf('document')} />
      <ShortText name="title" label={<Trans>Title</Trans>} required maxLength={120} error={errorOf('title')} />
      <TypeField errorOf={errorOf} />
      <DateOfDocument error={errorOf('dated_on')} />
      {running && <UploadProgress part={sent} />}
    </Form>
  );
}

/** The texts before the file: the server knows them when the file begins to come. */
function inOrder(values: FormData): FormData {
  const ordered = new FormData();
  ordered.append('title', textOf(values, 'title'));
  ordered.append('type', typeOf(values));
  const day = textOf(values, 'dated_on');
  if (day !== '') ordered.append('dated_on', day);
  const file = values.get('document');
  if (file !== null) ordered.append('document', file);
  return ordered;
}
