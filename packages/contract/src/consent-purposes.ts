// Shared with the browser: this file contains no schema.

/**
 * The purposes for which a person gives or refuses consent. `visits`: the reason for a visit is stored and given to its
 * provider; without it, no booking and no waiting list. `reports`: providers may upload medical reports; without it,
 * none can.
 */
export const purposes = ['visits', 'reports'] as const;
export type Purpose = (typeof purposes)[number];

/**
 * The version of each purpose. It increases when its text changes; earlier answers then no longer count, and people are
 * asked again.
 */
export const versionOf: Readonly<Record<Purpose, number>> = { visits: 1, reports: 1 };
