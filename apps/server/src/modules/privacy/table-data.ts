import { type RawBuilder, sql } from 'kysely';

/**
 * How rows relate to a person. `own`: theirs, exported, and erased with the account. `kept`: about them, but retained for a
 * time or for good: exported, then restricted or anonymised. `others`: somebody else's, with a mention of the person: never
 * exported; an erasure removes the mention.
 */
export type Kind = 'own' | 'kept' | 'others';

/**
 * Why a column is never exported: it gives access to something (`secret`), it is about somebody else (`of_others`), it is
 * computed from what is exported or only serves the implementation (`derived`).
 */
export type WithheldReason = 'secret' | 'of_others' | 'derived';

/** Rows of a table that relate to a person in the same way. */
export interface Rows {
  kind: Kind;
  /** The person's part in them. */
  as: string;
  /** An SQL condition on a row `t`; `:person` is the person's id. */
  where: string;
  /** Which of them are exported, if not all; `:now` is the time. */
  given?: string;
  /** Columns that are exported for other rows but not for these, because they are about somebody else. */
  without?: readonly string[];
  /** Exported, but in another file. */
  elsewhere?: string;
}

/** What a table of the database contains about people. Without `rows`, nothing in it can be attributed to anybody. */
export interface TableData {
  /** A description in plain words. */
  what: string;
  /** A row that fulfils several conditions belongs to the first. */
  rows: readonly Rows[];
  /** The exported columns. */
  given: readonly string[];
  /** All other columns. */
  held: Readonly<Record<string, WithheldReason>>;
  /** Exported columns that are written differently than in the database, as SQL over `t`. */
  written?: Readonly<Record<string, string>>;
  /** Extra fields that make the rest understandable, as SQL over `t`. */
  added?: Readonly<Record<string, string>>;
}

/** SQL of the data map for one person, with parameters for `:person` and `:now`. */
export function forPerson<T = unknown>(text: string, person: number, now: Date): RawBuilder<T> {
  const parts = text.split(/:(person|now)\b/);
  return sql<T>`${sql.join(
    parts.map((part, at) =>
      at % 2 === 0 ? sql.raw(part) : part === 'person' ? sql`${person}` : sql`${now}::timestamptz`,
    ),
    sql.raw(''),
  )}`;
}
