// Business constants that a browser needs too: this file imports nothing, so that no page carries a schema for a number.

/** How long a password may be, in characters. */
export const passwordLength = { min: 8, max: 128 } as const;
/** How many recovery codes are made at once, and how long the name of a passkey may be, in characters. */
export const recoveryCodeCount = 10;
export const passkeyNameLength = 60;
/** How long 'Registration Successful!' stands before the login page comes. */
export const registrationRedirectMs = 3000;
/** How long a link for a new password is good. */
export const resetMinutes = 15;
/** How long a link that confirms an email address is good. */
export const confirmDays = 3;
/** The consultation fee that a new provider's form starts with, in rupees. */
export const defaultFee = 1200;
/** How often the home page's banner turns. */
export const bannerIntervalMs = 5000;
/** How many days ahead the directory can be asked who has a free time, today included. */
export const freeWithinDays = 28;
/** What the home page shows of each list. */
export const homeSpecialities = 12;
export const homeProviders = 6;
export const homeBlogs = 6;
/** The rating that stands on the home page. */
export const rating = { stars: '4.9', reviews: '3.2K' } as const;
/** The largest report, in bytes: 20 MB. */
export const reportBytes = 20 * 1024 * 1024;
/** How many reports a visit takes and how many a provider uploads within 24 hours, and how large all of those may be. */
export const reportsOfVisit = { count: 20, bytes: 200 * 1024 * 1024 } as const;
export const reportsOfDay = { count: 100, bytes: 500 * 1024 * 1024 } as const;
/** How many documents of their own a patient keeps, and how large all of them may be. */
export const ownDocuments = { count: 100, bytes: 500 * 1024 * 1024 } as const;
/** How long the sentence that says a report in everyday words may be, and the note on why one replaces another. */
export const reportSentenceLength = 200;
export const reportNoteLength = 200;
/** How many days ahead the release of a report can lie. */
export const reportReleaseDays = 365;
/** How long the ZIP with everything about a person can be saved. */
export const exportHours = 24;
/** The largest picture that becomes a photo, in bytes: 10 MB. */
export const photoBytes = 10 * 1024 * 1024;
/** How long a link to a report is good, and how often a page renews the links that it shows. */
export const reportLinkMinutes = 5;
export const reportRenewalMinutes = 4;
/** How long a question to the community and an answer to one may be, in characters. */
export const questionLength = 2000;
export const answerLength = 4000;
/** How much of a question a search shows, in characters. */
export const searchedQuestionLength = 160;
/** How often a chat room is loaded anew, beside what arrives live. */
export const chatReloadMs = 15_000;
/** How long a message may be, in characters. */
export const messageLength = 4000;
/** Unread messages are counted up to here. */
export const unreadCounted = 100;
/** How many days back somebody counts as an active member of a room. */
export const activeDays = 30;
/** With what a WebSocket is closed when its person's session or access token is over. */
export const liveSignedOut = 4401;
/** How long an article's title and text may be, in characters. */
export const blogTitleLength = 120;
export const blogContentLength = 30_000;
/** How much of an article its card shows, in characters. */
export const blogPreviewLength = 150;
/** How long a card of an article says that it is loading. */
export const blogCardMs = 1500;
/** How long 'Deleting the blog...' stands before the list comes. */
export const blogDeletionRedirectMs = 2000;
/** How long a deleted article can be restored by its author. */
export const blogRestoreDays = 30;
