import type { Clock } from '../time/time.ts';
import type { Config } from '../config/config.ts';
import type { Db, PublicReads } from '../db/db.ts';
import type { Files } from '../files/files.ts';
import type { EndSignedLinks, Sessions } from '../auth/auth.ts';
import type { ReadYourWrites } from '../cache/cache.ts';
import type { Languages } from '../languages/languages.ts';
import type { Live } from '../live/live.ts';
import type { Logger } from '../log/log.ts';
import type { RequestTimes } from '../telemetry/telemetry.ts';
import type { Throttle } from '../limits/limits.ts';
import type { VisitReads } from '../audit/audit.ts';

/** What every handler is given, whatever it serves. */
export interface Services {
  db: Db;
  config: Config;
  clock: Clock;
  log: Logger;
  sessions: Sessions;
  throttle: Throttle;
  files: Files;
  live: Live;
  languages: Languages;
  /** For what is the same for everybody. */
  publicReads: PublicReads;
  readYourWrites: ReadYourWrites;
  /** Ends links and addresses that open something of a person without signing in. */
  endHandedOut: EndSignedLinks;
  visitReads: VisitReads;
  /** `draining` turns true when the server is told to stop: it finishes what runs and is no longer ready for more. */
  lifecycle: { draining: boolean };
  /** Where metrics are wanted: counts requests. */
  times?: RequestTimes | undefined;
}
