import * as contract from '@carecommons/contract/schedules';
import { getKnownPatient as knownPatient } from '@carecommons/contract/visit-kinds';
import { route } from '../../platform/routing/routing.ts';
import { getKnownPatient } from './known-patients.ts';
import { listVisitsInLeave, takeLeave } from './leave.ts';
import { getProviderDays } from './provider-days.ts';
import { getBookingTerms, listNextTimes, listSlots } from './slots.ts';

/** The free times for appointments: what a provider's hours leave free, and what a leave takes away. */
export const timeRoutes = [
  route(
    contract.listSlots,
    async ({ db, params, query, clock }) => await listSlots(db, params.provider_id, query, clock.now()),
    { replica: true },
  ),

  route(contract.listNextTimes, async ({ db, query, clock }) => await listNextTimes(db, query.providers, clock.now()), {
    replica: true,
  }),

  route(
    contract.getBookingTerms,
    async ({ db, params, clock }) => await getBookingTerms(db, params.provider_id, clock.now()),
    { replica: true },
  ),

  route(knownPatient, async ({ db, actor, params, clock }) => {
    return await getKnownPatient(db, actor, params.provider_id, clock.now());
  }),

  route(
    contract.getProviderDays,
    async ({ db, actor, query, clock }) => await getProviderDays(db, actor, query, clock.now()),
  ),

  route(contract.listVisitsInLeave, async ({ db, actor, query, clock }) => {
    return await listVisitsInLeave(db, actor, query, clock.now());
  }),

  route(contract.takeLeave, async (call) => await takeLeave(call, call.actor, call.body, call.clock.now())),
];
