import * as contract from '@carecommons/contract/waiting';
import { route } from '../../platform/routing/routing.ts';
import { getList, getWait, join, leave, listWaits, switchList } from './waiting.ts';

export const waitingRoutes = [
  route(contract.listWaits, async ({ db, actor, clock }) => await listWaits(db, actor, clock.now())),
  route(contract.getWait, async ({ db, actor, params, clock }) => {
    return await getWait(db, actor, params.provider_id, clock.now());
  }),

  route(contract.joinWaiting, async ({ transaction, actor, params, body, clock }) => {
    return await transaction(async (tx) => await join(tx, actor, params.provider_id, body, clock.now()));
  }),

  route(contract.leaveWaiting, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => {
      await leave(tx, actor, params.provider_id, clock.now());
      return {};
    });
  }),

  route(contract.getWaitingList, async ({ db, actor, clock }) => await getList(db, actor, clock.now())),

  route(contract.switchWaitingList, async ({ transaction, actor, body, clock }) => {
    return await transaction(async (tx) => await switchList(tx, actor, body.open, clock.now()));
  }),
];
