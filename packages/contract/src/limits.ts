// Constants that the browser needs too. This file imports nothing, so that no page loads a schema for a number.

/** Length of a password, in characters. */
export const passwordLength = { min: 8, max: 128 } as const;
/** Number of recovery codes that are created at once, and maximum length of a passkey's name, in characters. */
export const recoveryCodeCount = 10;
export const passkeyNameLength = 60;
/** How long 'Registration Successful!' is shown before the login page. */
export const registrationRedirectMs = 3000;
/** How long a password-reset link is valid. */
export const resetMinutes = 15;
/** How long a link that confirms an email address is valid. */
export const confirmDays = 3;
/** The consultation fee that a new provider's form starts with, in rupees. */
export const defaultFee = 1200;
/** How often the banner of the home page changes. */
export const bannerIntervalMs = 5000;
/** Maximum number of days ahead for which the directory filters by a free time, including today. */
export const freeWithinDays = 28;
/** How many items of each list the home page shows. */
export const homeSpecialities = 12;
export const homeProviders = 6;
export const homeBlogs = 6;
/** The rating that the home page shows. */
export const rating = { stars: '4.9', reviews: '3.2K' } as const;
/** Maximum size of a report, in bytes: 20 MB. */
export const reportBytes = 20 * 1024 * 1024;
/** Number and total size of reports: per visit, and per provider within 24 hours. */
export const reportsOfVisit = { count: 20, bytes: 200 * 1024 * 1024 } as const;
export const reportsOfDay = { count: 100, bytes: 500 * 1024 * 1024 } as const;
/** Number and total size of a patient's own documents. */
export const ownDocuments = { count: 100, bytes: 500 * 1024 * 1024 } as const;
/** Maximum length of a report's summary in plain words, and of the note about a replacement. */
export const reportSentenceLength = 200;
export const reportNoteLength = 200;
/** How many days ahead a report's release date can be. */
export const reportReleaseDays = 365;
/** How long a data export can be downloaded. */
export const exportHours = 24;
/** Maximum size of an image for a photo, in bytes: 10 MB. */
export const photoBytes = 10 * 1024 * 1024;
/** How long a link to a report is valid, and how often a page renews the links that it shows. */
export const reportLinkMinutes = 5;
export const reportRenewalMinutes = 4;
/** Maximum length of a question and of an answer, in characters. */
export const questionLength = 2000;
export const answerLength = 4000;
/** How much of a question the search shows, in characters. */
export const searchedQuestionLength = 160;
/** How often a chat room polls, in addition to live events. */
export const chatReloadMs = 15_000;
/** Maximum length of a message, in characters. */
export const messageLength = 4000;
/** Unread messages are counted up to this number. */
export const unreadCounted = 100;
/** How many days a person counts as an active member of a room after their last activity. */
export const activeDays = 30;
/** The close code of a WebSocket whose session or access token has ended. */
export const liveSignedOut = 4401;
/** Length of an article's title and text, in characters. */
export const blogTitleLength = 120;
export const blogContentLength = 30_000;
/** How much of an article its card shows, in characters. */
export const blogPreviewLength = 150;
/** How long a card of an article shows that it is loading. */
export const blogCardMs = 1500;
/** How long 'Deleting the blog...' is shown before the list. */
export const blogDeletionRedirectMs = 2000;
/** How long its author can restore a deleted article. */
export const blogRestoreDays = 30;
