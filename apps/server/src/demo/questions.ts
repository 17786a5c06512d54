import { readFileSync } from 'node:fs';
import type { Clock } from '../platform/time/time.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Actor } from '../platform/auth/auth.ts';
import { answer, ask } from '../modules/help/help.ts';

/** A question of the demo with its answers; people by username, providers by name. The newest stands first. */
interface DemoQuestion {
  by: string;
  problem: string;
  answers: { by: string; comment: string }[];
}

const questions: DemoQuestion[] = JSON.parse(readFileSync(new URL('questions.json', import.meta.url), 'utf8'));

const hourMs = 3600 * 1000;

/** Gives the help centre a past: a few questions of today, more of this week, and the rest over some four months. */
export async function addQuestions({ tx, clock }: { tx: Tx; clock: Clock }, people: Map<string, Actor>) {
  const now = clock.now().getTime();
  const actorOf = (name: string) => {
    const actor = people.get(name);
    if (actor === undefined) throw new Error(`${name} is missing`);
    return actor;
  };
  for (const [age, { by, problem, answers }] of [...questions.entries()].toReversed()) {
    const asked = now - (2 + age ** 1.75) * hourMs;
    const { prob_id } = await ask(tx, actorOf(by), problem, new Date(asked));
    for (const [index, given] of answers.entries()) {
      // The first answer comes soon, the others later, all within two days and before now.
      const wait = Math.min(now - asked, 48 * hourMs) * ((index + 1) / (answers.length + 1)) ** 2;
      await answer(tx, actorOf(given.by), prob_id, given.comment, new Date(asked + wait));
    }
  }
}
