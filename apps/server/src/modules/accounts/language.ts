import { sql } from 'kysely';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { type RequestedLanguages, sourceLanguage } from '../../platform/languages/languages.ts';

/** The language of emails to a person; null if none is known. */
export async function languageOf(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<RowOf<'users', 'language'>>`select language from users where id = ${userId}`.execute(db);
  return rows[0]?.language ?? null;
}

/** The language of emails to a new person: the one in which they read the site. */
export const firstLanguage = ({ chosen, accepted }: RequestedLanguages) =>
  chosen ?? (accepted === sourceLanguage ? null : accepted);

/**
 * Stores the language in which a person reads the pages, for emails to them. Their own choice always counts; the
 * language of a browser counts only until one is known.
 */
export async function rememberLanguage(db: Db, userId: number, asked: RequestedLanguages) {
  const language = firstLanguage(asked);
  if (language === null) return;
  const isNews = asked.chosen === undefined ? sql`language is null` : sql`language is distinct from ${language}`;
  await sql`update users set language = ${language} where id = ${userId} and ${isNews}`.execute(db);
}
