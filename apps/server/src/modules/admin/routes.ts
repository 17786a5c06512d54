import * as contract from '@carecommons/contract/administration';
import { getWhatWaits } from '@carecommons/contract/what-waits';
import * as z from 'zod/mini';
import { audit } from '../../platform/audit/audit.ts';
import { int4, sendList } from '../../platform/db/db.ts';
import { type Call, route } from '../../platform/routing/routing.ts';
import { providerTexts } from '../providers/providers.ts';
import { accountEventRoutes } from './account-event-routes.ts';
import { getActivity } from './activity.ts';
import { searchAudit } from './audit-search.ts';
import { type By, disableOrEnable, endSessions, giveGrant, takeGrant } from './decisions.ts';
import { listDeadLetters, retryLetter } from './dead-letters.ts';
import { getOverview } from './overview.ts';
import * as whatWaits from './what-waits.ts';
import { getPerson, idOf, listDecisions, listPeople, sentPerson } from './people.ts';

const personCursor = z.tuple([z.int().check(z.minimum(0), z.maximum(1)), z.string(), int4]);
// Microseconds up to the year 2255, and row numbers: both stay within safe integers.
const auditCursor = z.tuple([z.int(), z.int()]);

type DecisionCall = Call<typeof contract.disablePerson>;
type Decide = (tx: Parameters<typeof endSessions>[0], which: { id: number }, by: By) => Promise<unknown>;

/** Makes a decision about an account in one transaction, then drops this process's cached sessions of the person. */
async function decideNow(call: Omit<DecisionCall, 'body'> & { body: { reason: string } }, decide: Decide) {
  const { transaction, actor, params, body, clock, sessions } = call;
  await transaction(async (tx) => {
    await decide(tx, { id: params.user_id }, { actor, reason: body.reason, now: clock.now() });
    return {};
  });
  sessions.forgetPerson(params.user_id);
  return {};
}

export const adminRoutes = [
  ...accountEventRoutes,
  route(contract.getOverview, async ({ db }) => await getOverview(db)),
  route(getWhatWaits, async ({ db, actor }) => await whatWaits.getWhatWaits(db, actor)),

  route(
    contract.getActivity,
    async ({ db, config, clock }) => await getActivity(db, config.defaultTimeZone, clock.now()),
  ),

  route(contract.listPeople, async (call) => {
    const { db, query, clock } = call;
    const people = await sendList(call, ['people', query.q, query.grant], personCursor, (after) =>
      listPeople(db, { ...query, after }, clock.now()),
    );
    return people.map(sentPerson);
  }),

  route(contract.getPerson, async ({ db, params, clock }) => await getPerson(db, params.user_id, clock.now())),

  route(contract.listDecisions, async (call) => {
    const { db, params, query } = call;
    return await sendList(call, ['decisions', params.user_id], z.tuple([int4]), (after) =>
      listDecisions(db, params.user_id, { limit: query.limit, before: after?.[0] }),
    );
  }),

  route(contract.giveGrant, async (call) => {
    const { grant, expires_at: end } = call.body;
    return await decideNow(call, (tx, which, by) => giveGrant(tx, which, grant, end ? new Date(end) : null, by));
  }),

  route(contract.takeGrant, async (call) => {
    return await decideNow(call, (tx, which, by) => takeGrant(tx, which, call.body.grant, by));
  }),

  route(contract.disablePerson, async (call) => {
    await decideNow(call, (tx, which, by) => disableOrEnable(tx, which, 'disable', by, call.config));
    providerTexts.clear();
    return {};
  }),

  route(contract.enablePerson, async (call) => {
    await decideNow(call, (tx, which, by) => disableOrEnable(tx, which, 'enable', by, call.config));
    providerTexts.clear();
    return {};
  }),

  route(contract.endSessionsOf, async (call) => await decideNow(call, endSessions)),

  route(contract.listDeadLetters, async (call) => {
    const { db, query } = call;
    return await sendList(call, ['dead letters'], z.tuple([z.int(), z.int()]), (after) =>
      listDeadLetters(db, { limit: query.limit, after }),
    );
  }),

  route(contract.retryLetter, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => {
      await retryLetter(tx, actor, params.letter_id, clock.now());
      return {};
    });
  }),

  route(contract.searchAudit, async (call) => {
    const { db, actor, query, clock } = call;
    const { username, action, from, until, limit } = query;
    const list = ['audit', username, action, from, until];
    const span = {
      from: from === undefined ? undefined : new Date(from),
      until: until === undefined ? undefined : new Date(until),
    };
    return await sendList(call, list, auditCursor, (after) =>
      db.transaction().execute(async (tx) => {
        const person = username ? await idOf(tx, username) : undefined;
        const item = person === undefined ? undefined : { kind: 'user' as const, id: person };
        const rows = await searchAudit(tx, { person, action, ...span, limit, after }, clock.now());
        await audit(tx, { at: clock.now(), actor, action: 'search', item, outcome: 'done', reason: action });
        return rows;
      }),
    );
  }),
];
