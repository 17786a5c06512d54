// For the server and for the buttons alike: this file carries no schema to a browser.

/** What can be reported and hidden. */
export const kinds = ['blog', 'question', 'answer', 'message'] as const;
export type Kind = (typeof kinds)[number];

/** Why somebody reports something. */
export const reportReasons = ['dangerous', 'unkind', 'private', 'advertising', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** How long a moderator's reason and a reporter's note may be, in characters. */
export const reasonLength = 500;

/** What became of a report: it waits; its thing was hidden, also until an appeal; it stands; it was deleted meanwhile. */
export const reportStates = ['waiting', 'hidden', 'shown_again', 'stands', 'gone'] as const;
export type ReportState = (typeof reportStates)[number];

/** What became of an appeal: it was hidden rightly; it is seen again; it was deleted meanwhile. */
export const appealOutcomes = ['upheld', 'lifted', 'gone'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/** How long an appeal may be, in characters. */
export const appealLength = 2000;

/** Who may hide something, show it again or let it stand: any moderator but its author. */
export function mayDecide(person: { user_id: number }, { author }: { author: number }): boolean {
  return person.user_id !== author;
}

/**
 * Who may decide an appeal: any moderator but its author and the one who hid it; the latter only where there is no other.
 */
export function mayDecideAppeal(
  person: { user_id: number },
  { author, hider, alone }: { author: number; hider: number; alone: boolean },
): boolean {
  if (!mayDecide(person, { author })) return false;
  return person.user_id !== hider || alone;
}
