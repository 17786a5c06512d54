import { msg } from '@lingui/core/macro';

// What visits are called in calendars (calendars/ics.ts). No page loads this file; see `problems.ts`.

const name = 'name';

export const calendars = [msg`Visit requested`, msg`Visit`, msg`Visit cancelled`, msg`Requested: ${name}`, msg`Busy`];
