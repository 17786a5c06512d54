import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, nothing, page, strict, text } from './fields.ts';
import { answerLength, questionLength } from './limits.ts';

/**
 * A question as everybody sees it. If it is hidden, `hidden_reason` is set for its author and moderators; otherwise it
 * is null.
 */
const question = z.object({
  prob_id: z.int(),
  problem: z.string(),
  user: z.object({ id: z.int(), username: z.string() }),
  date: z.string(),
  edited_at: z.nullable(z.string()),
  comment_count: z.int(),
  hidden_reason: z.nullable(z.string()),
});
export type Question = z.output<typeof question>;

/**
 * An answer. `user` is the id of its author. If the author is a listed provider, `author` also has their name and
 * verification.
 */
const answer = z.object({
  id: z.int(),
  comment: z.string(),
  user: z.int(),
  date: z.string(),
  author: z.object({
    username: z.string(),
    name: z.nullable(z.string()),
    provider: z.boolean(),
    verified: z.boolean(),
  }),
  hidden_reason: z.nullable(z.string()),
});
export type Answer = z.output<typeof answer>;

const searchText = z.optional(z.string().check(z.trim(), z.maxLength(100, 'Please use at most 100 characters.')));
const ofQuestion = strict({ question_id: id });
const problem = strict({ problem: text(questionLength) });

export const listQuestions = endpoint({
  method: 'GET',
  path: '/apis/help-center/',
  access: 'anyone',
  summary: 'Lists questions, newest first. `q` searches by words and parts of words, and tolerates typing errors.',
  query: strict({ ...page, q: searchText }),
  reply: z.array(question),
});

export const listOwnQuestions = endpoint({
  method: 'GET',
  path: '/apis/help-center/own/',
  access: 'signed-in',
  summary: "Lists the caller's own questions, newest first, including those that a moderator has hidden.",
  query: strict(page),
  reply: z.array(question),
});

export const createQuestion = endpoint({
  method: 'POST',
  path: '/apis/help-center/create/',
  access: 'signed-in',
  summary: 'Asks the community a question.',
  body: problem,
  reply: question,
  status: 201,
  errors: ['said_already', 'too_many_requests'],
});

export const getQuestion = endpoint({
  method: 'GET',
  path: '/apis/help-center/:question_id/',
  access: 'signed-in',
  summary: 'Returns one question.',
  params: ofQuestion,
  reply: question,
  errors: ['not_found'],
});

export const editQuestion = endpoint({
  method: 'PATCH',
  path: '/apis/help-center/:question_id/',
  access: 'signed-in',
  summary: "Changes the text of one of the caller's own questions.",
  params: ofQuestion,
  body: problem,
  reply: question,
  errors: ['not_found', 'not_allowed'],
});

export const deleteQuestion = endpoint({
  method: 'DELETE',
  path: '/apis/help-center/:question_id/',
  access: 'signed-in',
  summary: "Deletes one of the caller's own questions and its answers for good.",
  params: ofQuestion,
  body: nothing,
  reply: done,
  errors: ['not_found', 'not_allowed'],
});

export const listAnswers = endpoint({
  method: 'GET',
  path: '/apis/help-center/:question_id/comments/',
  access: 'signed-in',
  summary: 'Lists the answers to a question, oldest first.',
  params: ofQuestion,
  query: strict(page),
  reply: z.array(answer),
  errors: ['not_found'],
});

export const createAnswer = endpoint({
  method: 'POST',
  path: '/apis/help-center/:question_id/comments/',
  access: 'signed-in',
  summary: 'Answers a question.',
  params: ofQuestion,
  body: strict({ comment: text(answerLength) }),
  reply: answer,
  status: 201,
  errors: ['not_found', 'wrong_state', 'said_already', 'too_many_requests'],
});

export const deleteAnswer = endpoint({
  method: 'DELETE',
  path: '/apis/help-center/comments/:answer_id/',
  access: 'signed-in',
  summary: "Deletes one of the caller's own answers for good.",
  params: strict({ answer_id: id }),
  body: nothing,
  reply: done,
  errors: ['not_found', 'not_allowed'],
});
