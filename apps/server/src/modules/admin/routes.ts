import * as contract from '@carecommons/contract/administration';
import * as z from 'zod/mini';
import { audit } from '../../core/audit.ts';
import { readCursor, sendPage } from '../../core/pages.ts';
import { type Call, route } from '../../core/route.ts';
import { providerTexts } from '../providers/providers.ts';
import { accountEventRoutes } from './account-event-routes.ts';
import { getActivity } from './activity.ts';
import { searchAudit } from './audit-search.ts';
import { type By, disableOrEnable, endSessions, giveGrant, takeGrant } from './decisions.ts';
import { listDeadLetters, retryLetter } from './dead-letters.ts';
import { getOverview } from './overview.ts';
import { getPerson, idOf, listDecisions, listPeople, sentPerson } from './people.ts';

const int4 = z.int().check(z.minimum(0), z.maximum(2_147_483_647));
const personPlace = z.tuple([z.int().check(z.minimum(0), z.maximum(1)), z.string(), int4]);
// Microseconds to the end of the year 2255, and numbers without an end that is ever reached.
const auditPlace = z.tuple([z.int(), z.int()]);

type DecisionCall = Call<typeof contract.disablePerson>;
type Decide = (tx: Parameters<typeof endSessions>[0], which: { id: number }, by: By) => Promise<unknown>;

/** Decides about an account in one transaction; this process forgets at once what it remembered of the person. */
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

  route(
    contract.getActivity,
    async ({ db, config, clock }) => await getActivity(db, config.defaultTimeZone, clock.now()),
  ),

  route(contract.listPeople, async (call) => {
    const { db, query, clock } = call;
    const list = ['people', query.q, query.grant];
    const after = readCursor(list, query.cursor, personPlace);
    return sendPage(call, list, await listPeople(db, { ...query, after }, clock.now())).map(sentPerson);
  }),

  route(contract.getPerson, async ({ db, params, clock }) => await getPerson(db, params.user_id, clock.now())),

  route(contract.listDecisions, async (call) => {
    const { db, params, query } = call;
    const list = ['decisions', params.user_id];
    const [before] = readCursor(list, query.cursor, z.tuple([int4])) ?? [];
    return sendPage(call, list, await listDecisions(db, params.user_id, { limit: query.limit, before }));
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
    const list = ['dead letters'];
    const after = readCursor(list, query.cursor, z.tuple([z.int(), z.int()]));
    return sendPage(call, list, await listDeadLetters(db, { limit: query.limit, after }));
  }),

  route(contract.retryLetter, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => {
      await retryLetter(tx, actor, params.letter_id, clock.now());
      return {};
    });
  }),

  route(contract.searchAudit, async (call) => {
    const { db, actor, query, clock } = call;
    const { username, action, from, until, cursor, limit } = query;
    const list = ['audit', username, action, from, until];
    const after = readCursor(list, cursor, auditPlace);
    const span = {
      from: from === undefined ? undefined : new Date(from),
      until: until === undefined ? undefined : new Date(until),
    };
    const found = await db.transaction().execute(async (tx) => {
      const person = username ? await idOf(tx, username) : undefined;
      const item = person === undefined ? undefined : { kind: 'user' as const, id: person };
      const rows = await searchAudit(tx, { person, action, ...span, limit, after }, clock.now());
      await audit(tx, { at: clock.now(), actor, action: 'search', item, outcome: 'done', reason: action });
      return rows;
    });
    return sendPage(call, list, found);
  }),
];
