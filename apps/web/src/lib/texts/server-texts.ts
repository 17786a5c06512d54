import type { ProblemBody } from '@carecommons/contract/errors';
import type { I18n } from '@lingui/core';
import { loadTexts } from './i18n.ts';

// The server says in English what was wrong; programs read that too. Here it becomes what the reader's language says for it.

/** A refusal as the server sent it, in another language. Sentences that the language has not got stay in English. */
export async function inLanguage<Answer extends { body: unknown }>(answer: Answer, language: string): Promise<Answer> {
  const { message, errors, ...rest } = (answer.body ?? {}) as Partial<ProblemBody>;
  if (typeof message !== 'string') return answer;
  // Without its sentences, the refusal itself still tells what matters.
  const i18n = await loadTexts(language, 'problems').catch(() => undefined);
  if (i18n === undefined) return answer;
  const translated = errors?.map((one) => ({ ...one, message: sentenceIn(i18n, one.message) }));
  return { ...answer, body: { ...rest, message: sentenceIn(i18n, message), errors: translated } };
}

/** A sentence as it stands, or one with numbers in it: “Please use at most 200 characters.” */
function sentenceIn(i18n: I18n, sentence: string): string {
  if (Object.hasOwn(i18n.messages, sentence)) return i18n._(sentence);
  const numbers = sentence.match(/\d+/g) ?? [];
  for (const known of Object.keys(i18n.messages)) {
    const names = [...known.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    if (names.length === 0 || names.length !== numbers.length) continue;
    let at = 0;
    if (known.replaceAll(/\{\w+\}/g, () => numbers[at++] as string) !== sentence) continue;
    return i18n._(known, Object.fromEntries(names.map((name, index) => [name, numbers[index]])));
  }
  return sentence;
}
