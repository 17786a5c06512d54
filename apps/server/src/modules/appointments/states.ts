import { openStatuses, type Status, visitStatuses } from '@carecommons/contract/appointment-rules';
import { sql } from 'kysely';

// The contract's words for the states of an appointment, as conditions on a row, which is `a` unless another name is given.

/** Literals, not parameters: PostgreSQL has to recognize the conditions of its indexes. */
const oneOf =
  (...statuses: Status[]) =>
  (row = 'a') =>
    sql<boolean>`${sql.ref(`${row}.status`)} in (${sql.join(statuses.map((status) => sql.lit(status)))})`;

/** Waits for an answer, or is confirmed. */
export const isOpen = oneOf(...openStatuses);

/** Both agreed to it. */
export const isVisit = oneOf(...visitStatuses);

/** Neither declined nor cancelled nor expired. */
export const isActive = oneOf(...new Set([...openStatuses, ...visitStatuses]));

/** Keeps its time against everybody else, as the exclusion constraint says it. */
export const holdsTime = (row = 'a') => sql<boolean>`(${isOpen(row)} or ${sql.ref(`${row}.undo_until`)} is not null)`;

/** Was a visit whose time has come. */
export const tookPlace = (now: Date, row = 'a') =>
  sql<boolean>`(${isVisit(row)} and ${sql.ref(`${row}.starts_at`)} <= ${now})`;

/** Was asked for by a patient and never decided. */
export const wasLeftUndecided = sql<boolean>`(${oneOf('requested', 'expired')()} and a.proposed_by = 'patient'
  and a.moves_id is null and a.moved_to_id is null)`;

/** Ends with somebody who leaves: what nobody answered, and the visits to come. */
export const endsWithLeaver = (now: Date, row = 'a') =>
  sql<boolean>`(${oneOf('requested')(row)} or (${oneOf('approved')(row)} and ${sql.ref(`${row}.starts_at`)} > ${now}))`;
