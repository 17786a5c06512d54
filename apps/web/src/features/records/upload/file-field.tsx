import { Trans, useLingui } from '@lingui/react/macro';
import { inputClass, Labelled } from '../../../components/ui/field.tsx';
import { CallError } from '../../../lib/calls/call.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { asJpeg, isHeic } from './as-jpeg.ts';
import { acceptedFiles, faultOfFile } from './file-check.ts';

/** The file of a report or a document. */
export function FileField({ name, error }: { name: string; error: string | undefined }) {
  return (
    <Labelled label={<Trans>File</Trans>} hint={<Trans>PDF, PNG or JPEG, up to 20 MB.</Trans>} error={error}>
      {(wiring) => (
        <input
          type="file"
          name={name}
          required
          accept={acceptedFiles}
          {...wiring}
          className={`${inputClass} file:me-3 file:min-h-8 file:cursor-pointer file:rounded-control file:bg-raised file:px-3 file:font-semibold`}
        />
      )}
    </Labelled>
  );
}

/** Says of a form why its file cannot be sent, before it is. */
export function useWrongFile(name: string): (values: FormData) => FieldErrors {
  const { t } = useLingui();
  const sentences = {
    'wrong-type': t`Please choose a PDF, PNG or JPEG file.`,
    'too-large': t`This file is larger than 20 MB. Please choose a smaller one.`,
    empty: t`This file is empty. Please choose another one.`,
  };
  return (values) => {
    const file = values.get(name);
    const fault = file instanceof File && file.name !== '' ? faultOfFile(file) : undefined;
    return new Map(fault === undefined ? [] : [[name, sentences[fault]]]);
  };
}

/** Makes the photo of an iPhone a JPEG before it is sent. Throws an error at its field where this device cannot read it. */
export function useSendableFile(name: string): (values: FormData) => Promise<void> {
  const { t } = useLingui();
  return async (values) => {
    const file = values.get(name);
    if (!(file instanceof File) || !isHeic(file)) return;
    const jpeg = await asJpeg(file);
    if (jpeg !== undefined) return values.set(name, jpeg);
    const message = t`This device cannot read HEIC photos, and others could not either. Please save it as a JPEG first, for example by taking a screenshot of it.`;
    throw new CallError(0, { code: 'invalid_input', message, errors: [{ field: name, message }] });
  };
}

/** What tells one upload from another. */
export function contentOf(values: FormData) {
  return [...values].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
  );
}
