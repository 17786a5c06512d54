import { msg } from '@lingui/core/macro';

// The small pages that say why a link opens nothing (platform/http/error-page.ts). No page loads this file; see `problems.ts`.

export const refusals = [
  msg`The key that protects it is not available. Nothing is lost. Please try again later.`,
  msg`Nobody can open it any more.`,
  msg`This needs a second step`,
  msg`Providers open reports only with a second step at sign-in. Set it up on your account page, or confirm it there.`,
  msg`To your account`,
  msg`This link has expired`,
  msg`This link is not for you`,
  // Of a report.
  msg`This report cannot be opened just now`,
  msg`This report is damaged`,
  msg`So it is not shown. Please ask who sent it to send it again.`,
  msg`This report has been erased`,
  msg`Links to reports expire after five minutes. Your reports page has a new one.`,
  msg`You have signed out since. Sign in again to read your reports.`,
  msg`This report has been withdrawn`,
  msg`Your reports page says why.`,
  msg`Open the report from your reports page.`,
  msg`Back to your reports`,
  // Of what is shared by a link with a passcode.
  msg`So it is not shown. Please tell who shared it with you.`,
  msg`This took a little too long`,
  msg`Close this page, go back to the one with the reports, and enter the passcode again.`,
  msg`This is not shared any more`,
  msg`If you still need it, ask who shared it with you.`,
  msg`This link is not good`,
  msg`Open the report from the page for which you have a passcode.`,
  msg`To Carecommons`,
  // Of a document for a verification.
  msg`This document cannot be opened just now`,
  msg`This document is damaged`,
  msg`So it is not shown. Please ask for it again.`,
  msg`This document has been erased`,
  msg`Links to documents expire after five minutes. The page has a new one.`,
  msg`You have signed out since. Sign in again to see the document.`,
  msg`This document has been deleted`,
  msg`Documents are kept only as long as the check needs them.`,
  msg`Open the document from the page it is on.`,
  msg`Back to the site`,
  // Of the copy of one's data.
  msg`The copy of your data cannot be opened just now`,
  msg`The copy of your data is damaged`,
  msg`So it cannot be opened. Please ask for a new one.`,
  msg`The copy of your data has been deleted`,
  msg`Please ask for a new one.`,
  msg`Links to your data expire after five minutes. The page has a new one.`,
  msg`You have signed out since. Sign in again to save your data.`,
  msg`Save your data from the page where you asked for it.`,
  msg`Back to my data`,
  // Of a visit for a calendar.
  msg`Calendar links expire after five minutes. The page of the visit has a new one.`,
  msg`You have signed out since. Sign in again to see your appointments.`,
  msg`Open the file from the page of the appointment.`,
  msg`Back to your appointments`,
  // Of a demo, by another name than its machine's.
  msg`This demo can only be used on its own computer. To show it to others, set PUBLIC_URL.`,
];
