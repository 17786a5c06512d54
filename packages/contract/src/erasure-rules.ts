// Shared with the browser: this file contains no schema.

/** Replaces an erased name. No username contains a blank. */
export const deletedUser = 'Deleted user';
/** Replaces an erased text whose place among other people's texts is kept. */
export const erasedText = 'Erased with the account.';

/** What is deleted at once, in the order of the receipt. */
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
 * What is kept: care records that others must keep; a provider's name on what their patients have; places among other
 * people's texts; consents; account numbers in the audit; and data in copies of the database.
 */
export const keptThings = ['care', 'name_with_patients', 'places', 'consents', 'audit', 'copies'] as const;
export type KeptThing = (typeof keptThings)[number];

/** The number of a receipt, as it is generated and written. */
export const receiptNumber = /^\s*[\dA-Z]{5}(-[\dA-Z]{5}){3}\s*$/i;

/** How many years an audit row is kept. */
export const auditYears = 6;

/** For whom the operator may open kept care. */
export const keptFor = ['patient', 'attendant', 'authority'] as const;
export type KeptFor = (typeof keptFor)[number];
