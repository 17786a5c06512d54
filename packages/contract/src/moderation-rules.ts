// Shared with the browser: this file contains no schema.

/** What can be reported and hidden. */
export const kinds = ['blog', 'question', 'answer', 'message'] as const;
export type Kind = (typeof kinds)[number];

/** The reasons for a report. */
export const reportReasons = ['dangerous', 'unkind', 'private', 'advertising', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Maximum length of a moderator's reason and a reporter's note, in characters. */
export const reasonLength = 500;

/**
 * The outcome of a report: it waits; the item was hidden, also while an appeal waits; the item stays visible; the item
 * was deleted meanwhile.
 */
export const reportStates = ['waiting', 'hidden', 'shown_again', 'stands', 'gone'] as const;
export type ReportState = (typeof reportStates)[number];

/** The outcome of an appeal: the item stays hidden; it is visible again; it was deleted meanwhile. */
export const appealOutcomes = ['upheld', 'lifted', 'gone'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/** Maximum length of an appeal, in characters. */
export const appealLength = 2000;

/** Who may hide an item, show it again or dismiss its reports: any moderator but its author. */
export function mayDecide(person: { user_id: number }, { author }: { author: number }): boolean {
  return person.user_id !== author;
}

/**
 * Who may decide an appeal: any moderator but the author and the one who hid the item; that one only if there is no
 * other.
 */
export function mayDecideAppeal(
  person: { user_id: number },
  { author, hider, alone }: { author: number; hider: number; alone: boolean },
): boolean {
  if (!mayDecide(person, { author })) return false;
  return person.user_id !== hider || alone;
}
