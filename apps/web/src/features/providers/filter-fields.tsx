import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SelectField, TextField } from '../../components/ui/field.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { known } from '../../lib/texts/i18n.ts';
import { specialityNamesQuery } from './api.ts';
import { useFilterWords } from './filter-words.ts';
import type { Filters } from './filters.ts';

const fees = ['500', '1000', '1500', '2000', '3000'];
const times = ['1', '2', '3', '7', '14'];
// What most people of the country speak, by the names that profiles are searched by.
const languages = [
  'English',
  'Hindi',
  'Assamese',
  'Bengali',
  'Gujarati',
  'Kannada',
  'Malayalam',
  'Marathi',
  'Odia',
  'Punjabi',
  'Tamil',
  'Telugu',
  'Urdu',
];

interface Props {
  selected: Filters;
  onChoose: (change: Filters) => void;
  onType: (change: Filters) => void;
}

/** The six fields by which the directory is narrowed. */
export function FilterFields({ selected, onChoose, onType }: Props) {
  const { t, i18n } = useLingui();
  const { data: specialities = [] } = useQuery(specialityNamesQuery(useApi()));
  const words = useFilterWords();
  // A value of the address is among the options, even if the server does not offer it.
  const among = (name: keyof Filters, offered: string[], word: (value: string) => string) =>
    [...new Set([...offered, ...(selected[name] === undefined ? [] : [selected[name]])])].map((value) => (
      <option key={value} value={value}>
        {word(value)}
      </option>
    ));
  const select = (name: keyof Filters) => ({
    name,
    autoComplete: 'off',
    value: selected[name] ?? '',
    onChange: ({ target }: { target: HTMLSelectElement }) => onChoose({ [name]: target.value || undefined }),
  });
  return (
    <>
      <SelectField label={<Trans>Speciality</Trans>} {...select('speciality')}>
        <option value="">{t`All specialities`}</option>
        {specialities.map(({ id, name }) => (
          <option key={id} value={id}>
            {known(i18n, name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={<Trans>Place</Trans>}
        name="place"
        autoComplete="off"
        maxLength={100}
        placeholder={t`City or area`}
        value={selected.place ?? ''}
        onChange={({ target }) => onType({ place: target.value || undefined })}
      />
      <SelectField label={<Trans>Earliest time</Trans>} {...select('free_within')}>
        <option value="">{t`Any time`}</option>
        {among('free_within', times, words.time)}
      </SelectField>
      <SelectField label={<Trans>Consultation fee</Trans>} {...select('max_fee')}>
        <option value="">{t`Any fee`}</option>
        {among('max_fee', fees, words.fee)}
      </SelectField>
      <SelectField label={<Trans>Language</Trans>} {...select('language')}>
        <option value="">{t`Any language`}</option>
        {among('language', languages, words.language)}
      </SelectField>
      <SelectField label={<Trans>Gender</Trans>} {...select('gender')}>
        <option value="">{t`Any gender`}</option>
        {among('gender', ['woman', 'man'], words.gender)}
      </SelectField>
    </>
  );
}
