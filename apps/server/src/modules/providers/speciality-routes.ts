import * as contract from '@carecommons/contract/administration';
import * as z from 'zod/mini';
import { int4, sendList, type Tx } from '../../platform/db/db.ts';
import { type Call, route } from '../../platform/routing/routing.ts';
import {
  addSpeciality,
  editSpeciality,
  listAllSpecialities,
  mergeSpeciality,
  retireOrRestore,
} from './administer-specialities.ts';
import { searchDictionary } from './known-words.ts';
import { providerTexts } from './providers.ts';
import { specialityTexts } from './specialities.ts';

const cursorSchema = z.tuple([z.string(), int4]);

/** Runs a change in a transaction, then clears the caches of the directory and of the specialities. */
async function change<T extends object>(
  { transaction }: Pick<Call<never>, 'transaction'>,
  work: (tx: Tx) => Promise<T>,
) {
  const answer = await transaction(work);
  specialityTexts.clear();
  searchDictionary.clear();
  providerTexts.clear();
  return answer;
}

export const specialityRoutes = [
  route(contract.listAllSpecialities, async (call) => {
    const { db, query } = call;
    return await sendList(call, ['all specialities'], cursorSchema, (after) =>
      listAllSpecialities(db, { limit: query.limit, after }),
    );
  }),

  route(contract.addSpeciality, async (call) => {
    const { actor, body, clock } = call;
    return await change(call, (tx) => addSpeciality(tx, actor, body, clock.now()));
  }),

  route(contract.editSpeciality, async (call) => {
    const { actor, params, body, clock } = call;
    return await change(call, async (tx) => {
      await editSpeciality(tx, actor, params.speciality_id, body, clock.now());
      return {};
    });
  }),

  route(contract.mergeSpeciality, async (call) => {
    const { actor, params, body, clock } = call;
    return await change(call, async (tx) => {
      await mergeSpeciality(tx, actor, params.speciality_id, body.into, clock.now());
      return {};
    });
  }),

  route(contract.retireSpeciality, async (call) => {
    const { actor, params, clock } = call;
    return await change(call, async (tx) => {
      await retireOrRestore(tx, actor, 'retire', params.speciality_id, clock.now());
      return {};
    });
  }),

  route(contract.restoreSpeciality, async (call) => {
    const { actor, params, clock } = call;
    return await change(call, async (tx) => {
      await retireOrRestore(tx, actor, 'restore', params.speciality_id, clock.now());
      return {};
    });
  }),
];
