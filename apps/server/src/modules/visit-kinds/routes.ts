import * as contract from '@carecommons/contract/visit-kinds';
import { afterCommit } from '../../platform/db/db.ts';
import { route } from '../../platform/routing/routing.ts';
import { providerTexts } from '../providers/providers.ts';
import { listVisitKinds, saveVisitKinds } from './visit-kinds.ts';

export const visitKindsRoutes = [
  route(contract.listVisitKinds, async ({ db, actor }) => await listVisitKinds(db, actor)),

  route(contract.saveVisitKinds, async ({ transaction, actor, body, clock }) => {
    return await transaction(async (tx) => {
      // The directory shows the fee of the first.
      afterCommit(tx, () => providerTexts.clear());
      return await saveVisitKinds(tx, actor, body, clock.now());
    });
  }),
];
