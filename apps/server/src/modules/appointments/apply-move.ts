import { type Move, type Mover, moves, type Side, type Status } from '@carecommons/contract/appointment-rules';
import { type RawBuilder, sql } from 'kysely';
import type { RowOf, Tx } from '../../platform/db/db.ts';

/** A move that leads to another state. */
export type StatusMove = Exclude<Move, 'move'>;

/** Who makes it: one of the two people, time, or what is done with another of its chain. */
export type MadeBy = Side | 'time' | 'chain';

/** What a move writes beside the status; in SQL, `a` is the row as it was. */
export type Changes = {
  [Column in keyof Written]?: Written[Column] | RawBuilder<unknown>;
};
type Written = RowOf<
  'appointments',
  | 'version'
  | 'decided_at'
  | 'undo_until'
  | 'undo_to'
  | 'undo_reason'
  | 'moved_to_id'
  | 'reason'
  | 'ended_by'
  | 'remind_at'
>;

/** A row once the move is made. */
export type Moved = RowOf<
  'appointments',
  'id' | 'patient_id' | 'provider_id' | 'version' | 'moves_id' | 'proposed_by' | 'undo_to'
>;

/** Above all that the chain has had: calendars follow it from time to time. */
export const versionAboveChain = sql<number>`(select max(version) from appointments where chain_id = a.chain_id) + 1`;

/** The move that ends an appointment, by who ends it: who asked takes back, who was asked declines. */
export const endings = ['decline', 'cancel'] as const;

/**
 * Makes a move of rows `a` that are held, in one statement, and gives them as they are then; of several moves, each row has the
 * first that it allows. No other statement changes a status. One row whose state does not allow the move to whoever makes it
 * fails them all: the column takes no null.
 */
export async function applyMove(
  tx: Tx,
  { by, which, set }: { by: MadeBy; which: RawBuilder<boolean>; set: Changes },
  ...possible: readonly StatusMove[]
) {
  const written = Object.entries(set).map(([column, value]) => sql`${sql.id(column)} = ${value}`);
  const { rows } = await sql<Moved>`
    update appointments a set ${sql.join([sql`status = ${statusAfter(possible, by)}`, ...written])}
    where ${which}
    returning a.id, a.patient_id, a.provider_id, a.version, a.moves_id, a.proposed_by, a.undo_to`.execute(tx);
  return rows;
}

const statusAfter = (possible: readonly StatusMove[], by: MadeBy) => {
  const cases = possible.map((move) => sql`when ${isAllowed(move, by)} then ${resultOf(move)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
};

function resultOf(move: StatusMove) {
  const { to } = moves[move];
  return to === 'as before' ? sql`a.undo_to` : sql.lit(to);
}

/** Whether the state of a row allows the move, as the contract's table says. */
function isAllowed(move: StatusMove, by: MadeBy) {
  const ways = Object.entries(moves[move].by) as [Status, readonly Mover[]][];
  const allowed = ways.flatMap(([status, movers]) =>
    movers.map((mover) => sql<boolean>`(a.status = ${sql.lit(status)} and ${isMover(mover, by)})`),
  );
  return sql<boolean>`(${sql.join(allowed, sql` or `)})`;
}

function isMover(mover: Mover, by: MadeBy) {
  if (by === 'time' || by === 'chain' || mover === by) return sql.lit(mover === by);
  if (mover === 'asking') return sql<boolean>`a.proposed_by = ${sql.lit(by)}`;
  if (mover === 'asked') return sql<boolean>`a.proposed_by <> ${sql.lit(by)}`;
  return sql.lit(false);
}
