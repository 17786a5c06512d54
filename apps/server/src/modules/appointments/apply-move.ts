import { type Move, type Mover, moves, type Side, type Status } from '@carecommons/contract/appointment-rules';
import { type RawBuilder, sql } from 'kysely';
import type { RowOf, Tx } from '../../platform/db/db.ts';

/** A move that leads to another state. */
export type StatusMove = Exclude<Move, 'move'>;

/** Who makes it: one of the two people, time, a move of another row of the chain, or the kind of visit. */
export type MadeBy = Side | 'time' | 'chain' | 'kind';

/** What a move writes beside the status; in the SQL, `a` is the row before the move. */
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
  | 'confirmed_at_once'
>;

/** A row after the move. */
export type Moved = RowOf<
  'appointments',
  'id' | 'patient_id' | 'provider_id' | 'version' | 'moves_id' | 'proposed_by' | 'undo_to'
>;

/** Higher than all versions in the chain: calendars follow it from time to time. */
export const versionAboveChain = sql<number>`(select max(version) from appointments where chain_id = a.chain_id) + 1`;

/** The move that ends an appointment, by who ends it: the requester withdraws, the other side declines. */
export const endings = ['decline', 'cancel'] as const;

/**
 * Makes a move of locked rows `a` in one statement, and returns them after it. Of several moves, each row gets the
 * first that its state allows. No other statement changes a status. If the state of one row does not allow the move,
 * all fail: the column is not nullable.
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

/** Whether the state of a row allows the move, by the contract's table. */
function isAllowed(move: StatusMove, by: MadeBy) {
  const ways = Object.entries(moves[move].by) as [Status, readonly Mover[]][];
  const allowed = ways.flatMap(([status, movers]) =>
    movers.map((mover) => sql<boolean>`(a.status = ${sql.lit(status)} and ${isMover(mover, by)})`),
  );
  return sql<boolean>`(${sql.join(allowed, sql` or `)})`;
}

function isMover(mover: Mover, by: MadeBy) {
  if (by === 'time' || by === 'chain' || by === 'kind' || mover === by) return sql.lit(mover === by);
  if (mover === 'asking') return sql<boolean>`a.proposed_by = ${sql.lit(by)}`;
  if (mover === 'asked') return sql<boolean>`a.proposed_by <> ${sql.lit(by)}`;
  return sql.lit(false);
}
