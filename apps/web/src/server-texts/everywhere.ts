import { msg } from '@lingui/core/macro';

// Who has gone, and what a call without an answer ends in. No page loads this file; see `problems.ts`.
export const everywhere = [msg`Deleted user`, msg`The server cannot be reached.`];
