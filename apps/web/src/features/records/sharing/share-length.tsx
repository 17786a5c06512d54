import { shareViews } from '@carecommons/contract/share-rules';
import { Plural, Trans } from '@lingui/react/macro';
import { SelectField, TextField } from '../../../components/ui/field.tsx';

const lengths = [1, 3, 7, 14, 30, 90];

interface Props {
  days: number;
  onChange: (days: number) => void;
  byLink: boolean;
  errorOf: (name: string) => string | undefined;
}

/** For how long something is shared, and how often a link can be opened. */
export function ShareLength({ days, onChange, byLink, errorOf }: Props) {
  return (
    <>
      <SelectField
        label={<Trans>For how long?</Trans>}
        name="days"
        value={days}
        onChange={({ target }) => onChange(Number(target.value))}
        error={errorOf('days')}
      >
        {lengths.map((length) => (
          <option key={length} value={length}>
            <Plural value={length} one="# day" other="# days" />
          </option>
        ))}
      </SelectField>
      {byLink && (
        <TextField
          type="number"
          name="most_views"
          label={<Trans>How often can it be opened?</Trans>}
          optional={<Trans>(optional)</Trans>}
          hint={<Trans>If left empty, as often as needed until then.</Trans>}
          min={1}
          max={shareViews}
          inputMode="numeric"
          error={errorOf('most_views')}
        />
      )}
    </>
  );
}
