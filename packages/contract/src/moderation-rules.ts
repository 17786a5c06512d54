// For the server and for the buttons alike: this file carries no schema to a browser.

/** What can be reported and hidden. */
export const kinds = ['blog', 'question', 'answer', 'message'] as const;
export type Kind = (typeof kinds)[number];

/** Why somebody reports something. */
export const reportReasons = ['dangerous', 'unkind', 'private', 'advertising', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** How long a moderator's reason and a reporter's note may be, in characters. */
export const reasonLength = 500;
