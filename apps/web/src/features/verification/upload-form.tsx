import { evidenceBytes } from '@carecommons/contract/verification-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ButtonVariant } from '../../components/ui/button.tsx';
import { inputClass, Labelled } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { UploadProgress } from '../../components/ui/upload-progress.tsx';
import type { FieldErrors } from '../../lib/field-errors.ts';
import { useSubmit } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { upload } from '../../lib/calls/upload.ts';
import { renewVerifications } from './api.ts';

const endings = /\.(pdf|png|jpe?g)$/i;

/** Adds a document to what is about to be submitted; the file stays chosen when it fails. */
export function UploadForm({ variant }: { variant: ButtonVariant }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [sent, setSent] = useState(0);
  const submission = useSubmit(
    async (values) => {
      const file = values.get('file') as File;
      setSent(0);
      await upload('POST /api/verification/files/', {
        form: values,
        onProgress: setSent,
        idempotencyKey: keyFor([file.name, file.size, file.lastModified]),
      });
      // The list that comes then has a new form beside it.
      await renewVerifications(queries);
    },
    (values): FieldErrors => {
      const file = values.get('file');
      if (!(file instanceof File) || file.name === '') return new Map();
      if (!endings.test(file.name)) return new Map([['file', t`Please choose a PDF, PNG or JPEG file.`]]);
      if (file.size === 0) return new Map([['file', t`This file is empty. Please choose another one.`]]);
      if (file.size <= evidenceBytes) return new Map();
      return new Map([['file', t`This file is larger than 10 MB. Please choose a smaller one.`]]);
    },
  );
  return (
    <Form
      submission={submission}
      failure={t`The document was not added.`}
      action={t`Add the document`}
      busy={t`Uploading...`}
      variant={variant}
    >
      <Labelled
        label={<Trans>Document</Trans>}
        hint={<Trans>Your registration certificate, for example. PDF, PNG or JPEG, up to 10 MB.</Trans>}
        error={submission.errorOf('file')}
      >
        {(wiring) => (
          <input
            type="file"
            name="file"
            required
            accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
            {...wiring}
            className={`${inputClass} file:me-3 file:min-h-8 file:cursor-pointer file:rounded-control file:bg-raised file:px-3 file:font-semibold`}
          />
        )}
      </Labelled>
      {submission.running && <UploadProgress part={sent} />}
    </Form>
  );
}
