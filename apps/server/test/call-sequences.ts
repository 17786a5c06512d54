import { sql } from 'kysely';
import type { Answer, TestApp } from './app.ts';
import { good, type Person } from './factories.ts';

// Rules that one call keeps and two calls together might undo. Each row names the rule, who would like to get around it, the
// calls in their order, and what must still hold afterwards. A call may be refused or not: what counts is the end.

/** People and things of one sequence. */
export interface Scene {
  t: TestApp;
  /** An ordinary patient, and a provider. */
  reader: Person;
  provider: Person;
  /** Two moderators; the author moderates too, and has written what all is about. */
  author: Person;
  first: Person;
  second: Person;
  question: { kind: 'question'; id: number };
  blog: { kind: 'blog'; id: number };
}

export interface Sequence {
  rule: string;
  /** Who makes the calls, in words. */
  actor: string;
  calls(scene: Scene): Promise<Answer[]>;
  /** Throws where the rule is undone. */
  holds(scene: Scene): Promise<void>;
}

export const post = (t: TestApp, as: Person, path: string, body: object = {}): Promise<Answer> =>
  t.call(`POST ${path}`, { as: as.access, body });

export const hide = ({ t }: Scene, as: Person, thing: object) =>
  post(t, as, '/apis/moderation/hide/', { ...thing, reason: 'An advertisement.' });
export const show = ({ t }: Scene, as: Person, thing: object) => post(t, as, '/apis/moderation/show/', thing);
export const appeal = ({ t }: Scene, as: Person, thing: object) =>
  post(t, as, '/apis/appeals/create/', { ...thing, text: 'It was a joke.' });

/** Decides the newest appeal. */
export async function decideAppeal({ t }: Scene, as: Person, outcome: 'upheld' | 'lifted') {
  const { rows } = await sql<{ id: number }>`select max(id) as id from appeals`.execute(t.db);
  const body = { outcome, answer: 'Read again.', own_decision: true };
  return await post(t, as, `/apis/appeals/${rows[0]?.id ?? 0}/decide/`, body);
}

/** Writes a question and an article of the author's. */
export async function write({ t, author }: Pick<Scene, 't' | 'author'>): Promise<Pick<Scene, 'question' | 'blog'>> {
  const asked = await good(t, 'POST /apis/help-center/create/', {
    as: author.access,
    body: { problem: 'Buy my tea?' },
  });
  const body = { title: 'My tea', content: 'Buy *it*.' };
  const blog = await good(t, 'POST /apis/blogs/create/', { as: author.access, body });
  return { question: { kind: 'question', id: asked.prob_id }, blog: { kind: 'blog', id: blog.id } };
}

/** Whether a reader finds the article, the question. */
export async function seen({ t, reader, question, blog }: Scene) {
  const found = async (line: string) => (await t.call(line, { as: reader.access })).status === 200;
  return {
    question: await found(`GET /apis/help-center/${question.id}/`),
    blog: await found(`GET /apis/full/${blog.id}/`),
  };
}
