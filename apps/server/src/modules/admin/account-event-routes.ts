import * as contract from '@carecommons/contract/account-events';
import * as z from 'zod/mini';
import { audit } from '../../platform/audit/audit.ts';
import { type Page, sendList, type Tx } from '../../platform/db/db.ts';
import { type Call, route } from '../../platform/routing/routing.ts';
import { searchAccountEvents, searchVisitReads } from './account-events.ts';
import { idOf } from './people.ts';

const cursorSchema = z.tuple([z.int(), z.int()]);

/** Runs an administrator's search and audits it, in one transaction. */
async function searched<Row>(
  { db, actor, clock, query }: Call<typeof contract.searchAccountEvents | typeof contract.searchVisitReads>,
  reason: 'account events' | 'visit reads',
  read: (tx: Tx, person: number | undefined) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  return await db.transaction().execute(async (tx) => {
    const person = query.username ? await idOf(tx, query.username) : undefined;
    const page = await read(tx, person);
    const item = person === undefined ? undefined : { kind: 'user' as const, id: person };
    await audit(tx, { at: clock.now(), actor, action: 'search', item, outcome: 'done', reason });
    return page;
  });
}

export const accountEventRoutes = [
  route(contract.searchAccountEvents, async (call) => {
    const { username, kind, network, from, until, limit } = call.query;
    const list = ['account events', username, kind, network, from, until];
    const span = {
      from: from === undefined ? undefined : new Date(from),
      until: until === undefined ? undefined : new Date(until),
    };
    return await sendList(call, list, cursorSchema, (after) =>
      searched(call, 'account events', (tx, person) =>
        searchAccountEvents(tx, { person, kind, network: network || undefined, ...span, limit, after }),
      ),
    );
  }),

  route(contract.searchVisitReads, async (call) => {
    const { username, appointment, limit } = call.query;
    return await sendList(call, ['visit reads', username, appointment], cursorSchema, (after) =>
      searched(call, 'visit reads', (tx, person) => searchVisitReads(tx, { person, appointment, limit, after })),
    );
  }),
];
