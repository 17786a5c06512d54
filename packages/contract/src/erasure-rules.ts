// For the server and for the screens alike: this file carries no schema to a browser.

/** What stands in the place of a name that was erased; no username has a blank. */
export const deletedUser = 'Deleted user';
/** What stands in the place of a text that keeps its place among those of others. */
export const erasedText = 'Erased with the account.';

/** What goes at once, in the order in which a receipt names it. */
export const goneThings = [
  'account',
  'profile',
  'provider_profile',
  'documents',
  'shares',
  'articles',
  'questions',
  'answers',
  'messages',
  'notices',
] as const;
export type GoneThing = (typeof goneThings)[number];

/**
 * What stays: care that others are bound to keep; the name of a provider on what their patients have; places among the
 * texts of others; what was agreed to; numbers in the audit; and what lies in copies of the database.
 */
export const keptThings = ['care', 'name_with_patients', 'places', 'consents', 'audit', 'copies'] as const;
export type KeptThing = (typeof keptThings)[number];

/** The number of a receipt, as it is drawn and written down. */
export const receiptNumber = /^\s*[\dA-Z]{5}(-[\dA-Z]{5}){3}\s*$/i;

/** How many years a row of the audit is kept. */
export const auditYears = 6;

/** For whom the operator may open kept care. */
export const keptFor = ['patient', 'attendant', 'authority'] as const;
export type KeptFor = (typeof keptFor)[number];
