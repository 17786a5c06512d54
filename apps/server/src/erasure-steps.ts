import type { ErasureStep } from './modules/erasure/erasure.ts';
import { eraseAccount, eraseFromAnswers } from './modules/accounts/erase.ts';
import { eraseReasons } from './modules/admin/erase.ts';
import { clearVisits, endVisitsOfLeaver, leaveWaiting } from './modules/appointments/erase.ts';
import { eraseBlogs } from './modules/blogs/erase.ts';
import { eraseAddresses } from './modules/calendars/erase.ts';
import { eraseMessages } from './modules/chat/erase.ts';
import { eraseHelp } from './modules/help/erase.ts';
import { eraseModeration } from './modules/moderation/erase.ts';
import { eraseNotifications } from './modules/notifications/erase.ts';
import { eraseExports } from './modules/privacy/erase.ts';
import { eraseProvider } from './modules/providers/erase.ts';
import { eraseShares, putReportsAway, releaseReports } from './modules/records/erase.ts';
import { eraseHours } from './modules/schedules/erase.ts';
import { eraseVisitKinds } from './modules/visit-kinds/erase.ts';
import { eraseClaims } from './modules/verification/erase.ts';
import { idsAbout } from './modules/records/records.ts';

/** All that an erasure does, module by module, in one visible list and in this order. */
export const erasureSteps: readonly ErasureStep[] = [
  eraseFromAnswers(idsAbout),
  endVisitsOfLeaver,
  leaveWaiting,
  // While the reports still say which visits took place.
  clearVisits,
  eraseShares,
  putReportsAway,
  releaseReports,
  eraseClaims,
  eraseHours,
  eraseVisitKinds,
  eraseProvider,
  eraseBlogs,
  eraseHelp,
  eraseMessages,
  eraseModeration,
  eraseReasons,
  eraseExports,
  eraseNotifications,
  eraseAddresses,
  // The last one: by the address emails are found, and by the profile the name that is kept with care.
  eraseAccount,
];
