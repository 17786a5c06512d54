import * as contract from '@carecommons/contract/appointments';
import * as z from 'zod/mini';
import { readCursor, sendPage } from '../../core/pages.ts';
import { route } from '../../core/route.ts';
import { approve, getAppointment } from './appointments.ts';
import { book } from './booking.ts';
import { listAllOfProvider, listEarlierVisits, listHistory, listUpcoming } from './lists.ts';

// To the end of the year 9999.
const moment = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999));
const place = z.tuple([moment, z.int().check(z.minimum(0), z.maximum(2_147_483_647))]);

export const appointmentsRoutes = [
  route(contract.createAppointment, async (call) => await book(call, call.actor, call.body, call.clock.now())),

  route(contract.approveAppointment, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => await approve(tx, actor, params.appointment_id, clock.now()));
  }),

  route(
    contract.getAppointment,
    async ({ db, actor, params }) => await getAppointment(db, actor, params.appointment_id),
  ),

  route(contract.listUpcoming, async (call) => {
    const { db, actor, query, clock } = call;
    const list = ['upcoming as patient', actor.user_id];
    const after = readCursor(list, query.cursor, place);
    return sendPage(call, list, await listUpcoming(db, actor, 'patient', { ...query, after }, clock.now()));
  }),

  route(contract.listAppointmentHistory, async (call) => {
    const { db, actor, query, clock } = call;
    const list = ['history', actor.user_id];
    const after = readCursor(list, query.cursor, place);
    return sendPage(call, list, await listHistory(db, actor, { ...query, after }, clock.now()));
  }),

  route(contract.listUpcomingOfProvider, async (call) => {
    const { db, actor, query, clock } = call;
    const list = ['upcoming as provider', actor.user_id];
    const after = readCursor(list, query.cursor, place);
    return sendPage(call, list, await listUpcoming(db, actor, 'provider', { ...query, after }, clock.now()));
  }),

  route(contract.listAllOfProvider, async (call) => {
    const { db, actor, query } = call;
    const list = ['all as provider', actor.user_id];
    const after = readCursor(list, query.cursor, place);
    return sendPage(call, list, await listAllOfProvider(db, actor, { ...query, after }));
  }),

  route(contract.listEarlierVisits, async (call) => {
    const { db, actor, params, query, clock } = call;
    const id = params.appointment_id;
    const list = ['earlier visits', actor.user_id, id];
    const after = readCursor(list, query.cursor, place);
    return sendPage(call, list, await listEarlierVisits(db, actor, id, { ...query, after }, clock.now()));
  }),
];
