import { openStatuses, type Status, visitStatuses } from '@carecommons/contract/appointment-rules';
import { knownByStatuses } from '@carecommons/contract/visit-kind-rules';
import { sql } from 'kysely';

// The contract's states of an appointment, as conditions on a row `a`, unless another name is given.

/** Literals, not parameters: PostgreSQL has to recognize the conditions of its partial indexes. */
const oneOf =
  (...statuses: Status[]) =>
  (row = 'a') =>
    sql<boolean>`${sql.ref(`${row}.status`)} in (${sql.join(statuses.map((status) => sql.lit(status)))})`;

/** Waits for an answer, or is confirmed. */
export const isOpen = oneOf(...openStatuses);

/** Both sides agreed to it. */
export const isVisit = oneOf(...visitStatuses);

/** Neither declined nor cancelled nor expired. */
export const isActive = oneOf(...new Set([...openStatuses, ...visitStatuses]));

/** Reserves its time, by the same condition as the exclusion constraint. */
export const holdsTime = (row = 'a') => sql<boolean>`(${isOpen(row)} or ${sql.ref(`${row}.undo_until`)} is not null)`;

/** A visit whose time has come. */
export const tookPlace = (now: Date, row = 'a') =>
  sql<boolean>`(${isVisit(row)} and ${sql.ref(`${row}.starts_at`)} <= ${now})`;

/** A past visit by which its patient is known to the provider. */
export const makesKnown = (now: Date, row = 'a') =>
  sql<boolean>`(${oneOf(...knownByStatuses)(row)} and ${sql.ref(`${row}.starts_at`)} <= ${now})`;

/** A patient's request that was never decided. */
export const wasLeftUndecided = sql<boolean>`(${oneOf('requested', 'expired')()} and a.proposed_by = 'patient'
  and a.moves_id is null and a.moved_to_id is null)`;

/** Ends when one of its people leaves: unanswered requests and future visits. */
export const endsWithLeaver = (now: Date, row = 'a') =>
  sql<boolean>`(${oneOf('requested')(row)} or (${oneOf('approved')(row)} and ${sql.ref(`${row}.starts_at`)} > ${now}))`;
