import { msg } from '@lingui/core/macro';

// Languages that providers say they speak, by the names that they write. No page loads this file; see `problems.ts`.
export const languages = [
  msg`English`,
  msg`Hindi`,
  msg`Assamese`,
  msg`Bengali`,
  msg`Bhojpuri`,
  msg`Gujarati`,
  msg`Kannada`,
  msg`Kashmiri`,
  msg`Konkani`,
  msg`Maithili`,
  msg`Malayalam`,
  msg`Marathi`,
  msg`Nepali`,
  msg`Odia`,
  msg`Portuguese`,
  msg`Punjabi`,
  msg`Sinhala`,
  msg`Tamil`,
  msg`Telugu`,
  msg`Tulu`,
  msg`Urdu`,
];
