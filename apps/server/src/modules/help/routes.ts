import * as contract from '@carecommons/contract/help';
import * as z from 'zod/mini';
import { int4, moment, momentAndId, sendList } from '../../platform/db/db.ts';
import { keyOf, route } from '../../platform/routing/routing.ts';
import { listAnswers } from './answers.ts';
import { answer, ask, deleteAnswer, deleteQuestion, editQuestion, listOwnQuestions, questionTexts } from './help.ts';
import { readQuestion } from './questions.ts';
import { listQuestions } from './search.ts';

const cursorSchema = z.tuple([int4, moment, int4]);

export const helpRoutes = [
  route(
    contract.listQuestions,
    async (call) => {
      const { db, query } = call;
      return await sendList(call, ['questions', query.q], cursorSchema, (after) =>
        listQuestions(db, { ...query, after }),
      );
    },
    { cache: questionTexts },
  ),

  route(contract.listOwnQuestions, async (call) => {
    const { db, actor, query } = call;
    return await sendList(call, ['own questions', actor.user_id], momentAndId, (after) =>
      listOwnQuestions(db, actor, { ...query, after }),
    );
  }),

  route(contract.createQuestion, async ({ transaction, actor, body, clock, request, throttle }) => {
    const posting = { kind: 'question', text: body.problem, id: keyOf(request) } as const;
    const question = await transaction(
      async (tx) => await throttle.post(actor, posting, () => ask(tx, actor, body.problem, clock.now())),
    );
    questionTexts.clear();
    return question;
  }),

  route(contract.getQuestion, async ({ db, actor, params }) => await readQuestion(db, actor, params.question_id)),

  route(contract.editQuestion, async ({ transaction, actor, params, body, clock }) => {
    const edited = await transaction(
      async (tx) => await editQuestion(tx, actor, params.question_id, body.problem, clock.now()),
    );
    questionTexts.clear();
    return edited;
  }),

  route(contract.deleteQuestion, async ({ transaction, actor, params }) => {
    await transaction(async (tx) => await deleteQuestion(tx, actor, params.question_id));
    questionTexts.clear();
    return {};
  }),

  route(contract.listAnswers, async (call) => {
    const { db, actor, params, query } = call;
    return await sendList(call, ['answers', actor.user_id, params.question_id], momentAndId, (after) =>
      listAnswers(db, actor, params.question_id, { ...query, after }),
    );
  }),

  route(contract.createAnswer, async ({ transaction, actor, params, body, clock, request, throttle }) => {
    const posting = { kind: 'answer', text: body.comment, id: keyOf(request) } as const;
    const given = await transaction(
      async (tx) =>
        await throttle.post(actor, posting, () => answer(tx, actor, params.question_id, body.comment, clock.now())),
    );
    questionTexts.clear();
    return given;
  }),

  route(contract.deleteAnswer, async ({ transaction, actor, params }) => {
    await transaction(async (tx) => await deleteAnswer(tx, actor, params.answer_id));
    questionTexts.clear();
    return {};
  }),
];
