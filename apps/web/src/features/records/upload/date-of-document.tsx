import { Trans } from '@lingui/react/macro';
import { TextField } from '../../../components/ui/field.tsx';

/** Of when a document of the person's own is. */
export function DateOfDocument({ day = null, error }: { day?: string | null; error: string | undefined }) {
  return (
    <TextField
      type="date"
      name="dated_on"
      label={<Trans>Date of the document</Trans>}
      optional={<Trans>(optional)</Trans>}
      hint={<Trans>If left empty: the day on which you added it.</Trans>}
      defaultValue={day ?? ''}
      error={error}
    />
  );
}
