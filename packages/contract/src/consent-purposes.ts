// For the server and for the screens alike: this file carries no schema to a browser.

/**
 * What a person agrees to, or not. `visits`: that why they ask for a visit is kept and given to its provider; without it
 * nobody books or waits. `reports`: that providers put medical reports here; without it none takes another.
 */
export const purposes = ['visits', 'reports'] as const;
export type Purpose = (typeof purposes)[number];

/** Counted up when what is agreed to changes: then it is asked anew, and what was said before counts no more. */
export const versionOf: Readonly<Record<Purpose, number>> = { visits: 1, reports: 1 };
