import type { Question } from '@carecommons/contract/help';

/** Whether a question holds a text, whatever its capitals. */
export function holds({ problem }: Question, text: string): boolean {
  return problem.toLowerCase().includes(text.toLowerCase());
}

/** Questions of several lists as one: each once, newest first. */
export function together(...lists: Question[][]): Question[] {
  const byId = new Map(lists.flat().map((question) => [question.prob_id, question]));
  return [...byId.values()].toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date) || b.prob_id - a.prob_id);
}
