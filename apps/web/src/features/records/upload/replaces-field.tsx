import { reportNoteLength } from '@carecommons/contract/limits';
import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { SelectField } from '../../../components/ui/field.tsx';
import { ShortText } from '../../../components/ui/text-area.tsx';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';

interface Props {
  /** What may be replaced. */
  records: MedicalRecord[];
  /** The id of what is to be; empty where it is another report. */
  selected: string;
  onChoose: (id: string, form: HTMLFormElement | null) => void;
  errorOf: (name: string) => string | undefined;
}

/** Which earlier report of the visit this is a newer version of, and why; nothing where there is none. */
export function ReplacesField({ records, selected, onChoose, errorOf }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  if (records.length === 0) return null;
  return (
    <>
      <SelectField
        name="replaces"
        label={<Trans>Is it a newer version?</Trans>}
        hint={<Trans>The earlier one stays readable below it, with your note.</Trans>}
        value={selected}
        onChange={({ target }) => onChoose(target.value, target.form)}
        error={errorOf('replaces')}
      >
        <option value="">{t`No, it is another report`}</option>
        {records.map(({ id, title, date }) => (
          <option key={id} value={id}>
            {t`It replaces “${title || t`Medical Report`}” of ${when.day(new Date(date), ownZone())}`}
          </option>
        ))}
      </SelectField>
      {selected !== '' && (
        <ShortText
          name="replaces_because"
          label={<Trans>Why?</Trans>}
          hint={<Trans>The patient reads it with the earlier version.</Trans>}
          required
          maxLength={reportNoteLength}
          error={errorOf('replaces_because')}
        />
      )}
    </>
  );
}
