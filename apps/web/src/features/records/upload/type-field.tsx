import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { SelectField } from '../../../components/ui/field.tsx';
import { ShortText } from '../../../components/ui/text-area.tsx';
import { textOf } from '../../../lib/form.ts';
import { useReportTypes } from './report-types.ts';

const other = 'other';

/** What kind of report it is: a usual one, or any other in the author's own words. */
export function TypeField({
  errorOf,
  initial,
}: {
  errorOf: (name: string) => string | undefined;
  initial?: string | undefined;
}) {
  const types = useReportTypes();
  const own = initial === undefined || initial in types ? undefined : initial;
  const [isOther, setIsOther] = useState(own !== undefined);
  return (
    <>
      <SelectField
        name="type"
        label={<Trans>Type</Trans>}
        defaultValue={own === undefined ? initial : other}
        onChange={({ target }) => setIsOther(target.value === other)}
        error={errorOf('type')}
      >
        {Object.entries(types).map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
        <option value={other}>
          <Trans>Another type…</Trans>
        </option>
      </SelectField>
      {isOther && (
        <ShortText
          name="other_type"
          label={<Trans>Which type?</Trans>}
          required
          defaultValue={own}
          maxLength={60}
          error={errorOf('other_type')}
        />
      )}
    </>
  );
}

/** The type as it is kept. */
export function typeOf(values: FormData): string {
  const type = textOf(values, 'type');
  return type === other ? textOf(values, 'other_type') : type;
}
