import * as contract from '@carecommons/contract/waiting';
import { route } from '../../core/route.ts';
import { getList, getWait, join, leave, listWaits, switchList } from './waiting.ts';

export const waitingRoutes = [
  route(contract.listWaits, async ({ db, actor }) => await listWaits(db, actor)),
  route(contract.getWait, async ({ db, actor, params }) => await getWait(db, actor, params.provider_id)),

  route(contract.joinWaiting, async ({ transaction, actor, params, body, clock }) => {
    return await transaction(async (tx) => await join(tx, actor, params.provider_id, body, clock.now()));
  }),

  route(contract.leaveWaiting, async ({ transaction, actor, params }) => {
    return await transaction(async (tx) => {
      await leave(tx, actor, params.provider_id);
      return {};
    });
  }),

  route(contract.getWaitingList, async ({ db, actor }) => await getList(db, actor)),

  route(contract.switchWaitingList, async ({ transaction, actor, body }) => {
    return await transaction(async (tx) => await switchList(tx, actor, body.open));
  }),
];
