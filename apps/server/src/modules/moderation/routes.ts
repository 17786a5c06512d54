import * as contract from '@carecommons/contract/moderation';
import * as z from 'zod/mini';
import { readCursor, sendPage } from '../../core/pages.ts';
import { Problem } from '../../core/problem.ts';
import { type Call, route } from '../../core/route.ts';
import { decide, forgetTexts, report } from './moderation.ts';
import { listModerated } from './queue.ts';

// To the end of the year 9999.
const moment = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999));
const place = z.tuple([moment, z.int().check(z.minimum(0), z.maximum(2_147_483_647))]);

async function decideNow(call: Call<typeof contract.hideItem | typeof contract.showItem>, reason: string | undefined) {
  const { transaction, actor, body, clock } = call;
  const { found } = await transaction(async (tx) => ({
    found: await decide(tx, actor, body, reason, clock.now()),
  }));
  forgetTexts(body.kind);
  // What was to be written down about a thing that is gone has been, so that it waits no more.
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
    const list = ['moderated', query.state];
    const after = readCursor(list, query.cursor, place);
    return sendPage(call, list, await listModerated(db, { ...query, after }));
  }),

  route(contract.hideItem, async (call) => await decideNow(call, call.body.reason)),

  route(contract.showItem, async (call) => await decideNow(call, undefined)),
];
