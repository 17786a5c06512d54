import { getSessionRules } from '@carecommons/contract/session-rules';
import * as contract from '@carecommons/contract/sessions';
import * as z from 'zod/mini';
import { moment, sendList } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { route } from '../../platform/routing/routing.ts';
import { draftKey } from './draft-key.ts';
import { idleMinutes } from './idle.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { providerFactorDue } from './second-factor/provider-factor.ts';

const list = ['sessions'];
const cursorSchema = z.tuple([moment, z.uuid()]);

export const sessionRoutes = [
  route(getSessionRules, async ({ db, actor, config, clock }) => {
    const until = await providerFactorDue(db, actor, config);
    return {
      sign_out_after_minutes: idleMinutes({ role: actor.role, grants: actor.held_grants }, config) ?? null,
      second_factor: until === undefined ? null : { until: until.toISOString(), overdue: until <= clock.now() },
    };
  }),

  route(contract.getDraftKey, async ({ db, actor, config }) => ({ key: await draftKey(db, actor, config.secret) })),

  route(contract.listSessions, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, list, cursorSchema, (after) =>
      listSessions(db, actor, { limit: query.limit, after }, clock.now()),
    );
  }),

  route(contract.endSession, async ({ transaction, actor, params, clock, sessions }) => {
    const id = z.uuid().safeParse(params.session_id);
    if (!id.success) throw new Problem('not_found');
    await transaction(async (tx) => {
      await endOwnSession(tx, actor, id.data, clock.now());
      return {};
    });
    sessions.forget(id.data);
    return {};
  }),

  route(contract.endOtherSessions, async ({ transaction, actor, clock, sessions, endHandedOut }) => {
    const answer = await transaction((tx) => endOtherSessions(tx, actor, endHandedOut, clock.now()));
    sessions.forgetPerson(actor.user_id);
    return answer;
  }),
];
