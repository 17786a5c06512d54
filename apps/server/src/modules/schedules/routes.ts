import * as contract from '@carecommons/contract/schedules';
import { route } from '../../platform/routing/routing.ts';
import { endLeave, listLeaves } from './leaves.ts';
import { getSchedule, saveSchedule } from './schedules.ts';

export const schedulesRoutes = [
  route(contract.getSchedule, async ({ db, actor, clock }) => await getSchedule(db, actor, clock.now())),

  route(contract.saveSchedule, async ({ transaction, actor, body, clock }) => {
    return await transaction(async (tx) => await saveSchedule(tx, actor, body, clock.now()));
  }),

  route(contract.listLeaves, async ({ db, actor, clock }) => await listLeaves(db, actor, clock.now())),

  route(contract.endLeave, async ({ transaction, actor, params }) => {
    return await transaction(async (tx) => {
      await endLeave(tx, actor, params.leave_id);
      return {};
    });
  }),
];
