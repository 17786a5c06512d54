// The rules of sharing reports, for the server and for the screens alike: this file carries no schema to a browser.

/** How many days a share can last, and how many it does where nothing else is chosen. */
export const shareDays = { usual: 7, most: 90 } as const;
/** How many reports one share takes, and how many shares a patient can have at a time. */
export const shareRecords = 20;
export const sharesAtOnce = 50;
/** The greatest number of views that can be asked for. */
export const shareViews = 1000;
/** How many digits a passcode has, and after how many wrong ones its link is locked. */
export const passcodeLength = 8;
export const passcodeTries = 5;
/** How long the files of an opened link can be fetched before its passcode is asked for again. */
export const shareLinkMinutes = 30;

/** Why a share that was neither revoked nor has come to its end opens nothing: too many wrong passcodes, or seen as often as wanted. */
export const shareStates = ['live', 'locked', 'used_up'] as const;
export type ShareState = (typeof shareStates)[number];
