import { type RawBuilder, sql } from 'kysely';

/**
 * What rows are to a person. `own`: theirs, given to them and erased with them. `kept`: about them, but they stay when the
 * person goes, for a time or for good: given, and then restricted or made nameless. `others`: somebody else's, with a
 * mention of the person: never given; with the person goes the mention.
 */
export type Kind = 'own' | 'kept' | 'others';

/**
 * Why a column goes to nobody: it opens something (`secret`), it is about somebody else (`of_others`), it is made from
 * what is given or serves the inner works (`derived`).
 */
export type WithheldReason = 'secret' | 'of_others' | 'derived';

/** Rows of a table in which a person stands in one way. */
export interface Rows {
  kind: Kind;
  /** As what the person stands in them. */
  as: string;
  /** An SQL condition on a row `t`; `:person` stands for the person's id. */
  where: string;
  /** Which of them are given, where not all; `:now` stands for the time. */
  given?: string;
  /** Columns that are given of other rows, and not of these: they are about somebody else. */
  without?: readonly string[];
  /** Given, but in another file of the export. */
  elsewhere?: string;
}

/** What a table of the database holds about people. Without rows it holds nothing of which can be told whose it is. */
export interface TableData {
  /** In plain words. */
  what: string;
  /** A row that more than one of these conditions fit is of the first one. */
  rows: readonly Rows[];
  /** The columns that are given to the person. */
  given: readonly string[];
  /** All others. */
  held: Readonly<Record<string, WithheldReason>>;
  /** Of the given ones, those that are written in another way than the database does, in SQL over `t`. */
  written?: Readonly<Record<string, string>>;
  /** What is given beside the columns, so that the rest is understood, in SQL over `t`. */
  added?: Readonly<Record<string, string>>;
}

/** SQL of the map for one person: parameters in place of `:person` and `:now`. */
export function forPerson<T = unknown>(text: string, person: number, now: Date): RawBuilder<T> {
  const parts = text.split(/:(person|now)\b/);
  return sql<T>`${sql.join(
    parts.map((part, at) =>
      at % 2 === 0 ? sql.raw(part) : part === 'person' ? sql`${person}` : sql`${now}::timestamptz`,
    ),
    sql.raw(''),
  )}`;
}
