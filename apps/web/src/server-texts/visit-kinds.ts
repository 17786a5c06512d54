import { msg } from '@lingui/core/macro';

// The kind of visit with which every provider begins. No page loads this file; see `problems.ts`.
export const visitKinds = [msg`Consultation`];
