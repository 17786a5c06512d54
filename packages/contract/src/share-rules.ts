// The rules of sharing reports, shared by the server and the screens. This file contains no schema.

/** How many days a share can last, and its default. */
export const shareDays = { usual: 7, most: 90 } as const;
/** How many reports one share can have, and how many shares a patient can have at a time. */
export const shareRecords = 20;
export const sharesAtOnce = 50;
/** The largest view limit of a link. */
export const shareViews = 1000;
/** How many digits a passcode has, and how many wrong attempts lock its link. */
export const passcodeLength = 8;
export const passcodeTries = 5;
/** How long the files of an opened link can be fetched before its passcode is needed again. */
export const shareLinkMinutes = 30;

/**
 * Why a share opens nothing although it was neither revoked nor has expired: too many wrong passcodes, or all views
 * used.
 */
export const shareStates = ['live', 'locked', 'used_up'] as const;
export type ShareState = (typeof shareStates)[number];
