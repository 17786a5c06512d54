import { sql } from 'kysely';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { type RequestedLanguages, sourceLanguage } from '../../platform/languages/languages.ts';

/** In which language somebody is written to; null where none is known. */
export async function languageOf(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<RowOf<'users', 'language'>>`select language from users where id = ${userId}`.execute(db);
  return rows[0]?.language ?? null;
}

/** In which language somebody is written to who has just come: the one they read. */
export const firstLanguage = ({ chosen, accepted }: RequestedLanguages) =>
  chosen ?? (accepted === sourceLanguage ? null : accepted);

/**
 * Remembers in which language somebody reads the pages, so that what is sent to them later is in it too. What they chose holds;
 * what a browser merely asks for counts as long as nothing is known.
 */
export async function rememberLanguage(db: Db, userId: number, asked: RequestedLanguages) {
  const language = firstLanguage(asked);
  if (language === null) return;
  const isNews = asked.chosen === undefined ? sql`language is null` : sql`language is distinct from ${language}`;
  await sql`update users set language = ${language} where id = ${userId} and ${isNews}`.execute(db);
}
