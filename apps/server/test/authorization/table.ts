import { accounts } from './accounts.ts';
import { administration } from './administration.ts';
import { calendars } from './calendars.ts';
import { care } from './care.ts';
import { community } from './community.ts';
import { erasure } from './erasure.ts';
import type { Entry } from './notation.ts';
import { myData } from './my-data.ts';
import { notifications } from './notifications.ts';
import { schedules } from './schedules.ts';
import { secondFactor } from './second-factor.ts';
import { sharing } from './sharing.ts';
import { site } from './site.ts';
import { verification } from './verification.ts';
import { waiting } from './waiting.ts';

/**
 * What every endpoint answers to whom: the one truth against which the generated tests hold the product. A new endpoint is
 * declared in one of these, with whom it lets in, what it is about, and what is to come of it for each relation.
 */
const tables = {
  ...accounts,
  ...secondFactor,
  ...site,
  ...care,
  ...sharing,
  ...schedules,
  ...calendars,
  ...waiting,
  ...community,
  ...verification,
  ...administration,
  ...notifications,
  ...myData,
  ...erasure,
};

export const truth: ReadonlyMap<string, readonly Entry[]> = new Map(
  Object.entries(tables).map(([line, entries]) => [line, Array.isArray(entries) ? entries : [entries]]),
);
