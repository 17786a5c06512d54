import { msg } from '@lingui/core/macro';

// What a page says whose scripts do not run, or have not come (app/document.ts). No page loads this file; see `problems.ts`.

export const unloaded = [
  msg`This page needs scripts, and they are switched off in your browser. Please allow them and load the page again.`,
  msg`A part of this page has not come: the network may be slow or away.`,
  msg`Load it again`,
];
