import * as decisions from '@carecommons/contract/decisions';
import * as contract from '@carecommons/contract/moderation';
import * as z from 'zod/mini';
import { int4, momentAndId, sendList } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { type Call, route } from '../../platform/routing/routing.ts';
import { appeal, decideAppeal, listAppeals } from './appeals.ts';
import { listReported, listWritten } from './decisions.ts';
import { decide, forgetTexts, report } from './moderation.ts';
import { listModerated } from './queue.ts';

async function decideNow(call: Call<typeof contract.hideItem | typeof contract.showItem>, reason: string | undefined) {
  const { transaction, actor, body, clock } = call;
  const { found } = await transaction(async (tx) => ({
    found: (await decide(tx, actor, body, reason, clock.now())) !== undefined,
  }));
  forgetTexts(body.kind);
  // The audit entry about an item that no longer exists is written, so the item waits no more.
  if (!found) throw new Problem('not_found');
  return {};
}

export const moderationRoutes = [
  route(contract.createReport, async ({ transaction, actor, body, clock, throttle }) => {
    await throttle.report(actor.user_id);
    return await transaction(async (tx) => {
      await report(tx, actor, body, clock.now());
      return {};
    });
  }),

  route(contract.listModerated, async (call) => {
    const { db, query } = call;
    return await sendList(call, ['moderated', query.state], momentAndId, (after) =>
      listModerated(db, { ...query, after }),
    );
  }),

  route(contract.hideItem, async (call) => await decideNow(call, call.body.reason)),

  route(contract.showItem, async (call) => await decideNow(call, undefined)),

  route(decisions.listReported, async (call) => {
    const { db, actor, query } = call;
    return await sendList(call, ['reported', actor.user_id], momentAndId, (after) =>
      listReported(db, actor, { ...query, after }),
    );
  }),

  route(decisions.listWritten, async (call) => {
    const { db, actor, query } = call;
    return await sendList(call, ['written', actor.user_id], z.tuple([int4]), (after) =>
      listWritten(db, actor, { ...query, after }),
    );
  }),

  route(decisions.createAppeal, async ({ transaction, actor, body, clock }) => {
    return await transaction(async (tx) => {
      await appeal(tx, actor, body, clock.now());
      return {};
    });
  }),

  route(decisions.listAppeals, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['appeals', query.state], momentAndId, (after) =>
      listAppeals(db, actor, { ...query, after }, clock.now()),
    );
  }),

  route(decisions.decideAppeal, async ({ transaction, actor, params, body, clock }) => {
    const { kind } = await transaction(async (tx) => ({
      kind: await decideAppeal(tx, actor, params.appeal_id, body, clock.now()),
    }));
    if (kind === undefined) throw new Problem('not_found');
    forgetTexts(kind);
    return {};
  }),
];
