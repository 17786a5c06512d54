import { searchedQuestionLength } from '@carecommons/contract/limits';
import type { Found } from '@carecommons/contract/search';
import type { Db } from '../../platform/db/db.ts';
import { searchBlogs } from '../blogs/blogs.ts';
import { listQuestions } from '../help/help.ts';
import { listProviders, listSpecialities } from '../providers/providers.ts';

/**
 * Public content that matches `q`, at most `limit` of each kind; nothing for an empty search. Searches one kind after the
 * other: searches are frequent while somebody types, and must not use four connections at once.
 */
export async function search(db: Db, q: string, limit: number): Promise<Found> {
  if (q === '') return { providers: [], specialities: [], articles: [], questions: [] };
  const specialities = await listSpecialities(db, { q, limit });
  const providers = await listProviders(db, { q, limit });
  const articles = await searchBlogs(db, q, limit);
  const questions = await listQuestions(db, { q, limit });
  return {
    providers: providers.rows,
    specialities: specialities.rows,
    articles,
    questions: questions.rows.map(({ prob_id: id, problem, comment_count }) => ({
      id,
      problem: beginningOf(problem),
      comment_count,
    })),
  };
}

function beginningOf(text: string): string {
  const letters = [...text];
  if (letters.length <= searchedQuestionLength) return text;
  return `${letters
    .slice(0, searchedQuestionLength - 1)
    .join('')
    .trimEnd()}…`;
}
