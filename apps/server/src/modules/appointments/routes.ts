import * as contract from '@carecommons/contract/appointments';
import type { Endpoint } from '@carecommons/contract/endpoint';
import { afterCommit, momentAndId, type Page, sendList, type Tx } from '../../platform/db/db.ts';
import { type Call, route, type Transaction } from '../../platform/routing/routing.ts';
import { getAppointment } from './appointments.ts';
import { approveEach } from './approve-each.ts';
import { book } from './booking.ts';
import type { MoveResult } from './chains.ts';
import { approve, cancel, conclude, decline, undo } from './decisions.ts';
import { withReservation } from './reservation.ts';
import {
  getVisitsInBrief,
  listAllOfProvider,
  listEarlierVisits,
  listFreeTimes,
  listHistory,
  listRequestsToAnswer,
  listUpcoming,
  listVisitsToClose,
} from './lists.ts';
import { move } from './moving.ts';
import { publishChanges } from './publish.ts';

/** Makes a move in one transaction, and publishes it to both people's devices after the commit. */
async function made(
  { transaction, live }: Pick<Call<Endpoint>, 'transaction' | 'live'>,
  work: (tx: Tx) => Promise<MoveResult>,
) {
  return await transaction(async (tx) => {
    const { appointment, changed } = await work(tx);
    afterCommit(tx, () => publishChanges(live, changed));
    return appointment;
  });
}

/** A page of visits for their provider; reading such lists is recorded once a day. */
function readByOther<P extends Page<unknown>>(
  { visitReads, actor }: Pick<Call<typeof contract.listUpcoming>, 'visitReads' | 'actor'>,
  page: P,
): P {
  if (page.rows.length > 0) visitReads.note(actor, null);
  return page;
}

export const appointmentsRoutes = [
  route(contract.createAppointment, async (call) => {
    const { actor, throttle } = call;
    // Inside the transaction: a retry with the same key is not counted again.
    const transaction: Transaction = (work, sent) =>
      call.transaction((tx) => throttle.post(actor, { kind: 'booking' }, () => work(tx)), sent);
    const booked = await book({ ...call, transaction }, actor, call.body, call.clock.now());
    const { id, user, healthcare_provider } = booked;
    publishChanges(call.live, [{ id, patient_id: user.user, provider_id: healthcare_provider.user }]);
    return booked;
  }),

  route(contract.approveAppointment, async (call) => {
    const { actor, params, clock } = call;
    return await made(call, (tx) => approve(tx, actor, params.appointment_id, clock.now()));
  }),

  route(contract.approveAppointments, async ({ db, actor, body, clock, live }) => {
    const { outcomes, changed } = await approveEach(db, actor, body.appointments, clock.now());
    publishChanges(live, changed);
    return outcomes;
  }),

  route(contract.declineAppointment, async (call) => {
    const { actor, params, body, clock } = call;
    return await made(call, (tx) => decline(tx, actor, params.appointment_id, body?.reason, clock.now()));
  }),

  route(contract.undoDecision, async (call) => {
    const { actor, params, clock } = call;
    return await made(call, (tx) => undo(tx, actor, params.appointment_id, clock.now()));
  }),

  route(contract.cancelAppointment, async (call) => {
    const { actor, params, body, clock } = call;
    return await made(call, (tx) => cancel(tx, actor, params.appointment_id, body?.reason, clock.now()));
  }),

  route(contract.moveAppointment, async (call) => {
    const { actor, params, body, clock, live } = call;
    const now = clock.now();
    const transaction: Transaction = async (work) => await withReservation(call, work, now);
    return await made({ transaction, live }, (tx) => move(tx, actor, params.appointment_id, body, now));
  }),

  route(contract.completeAppointment, async (call) => {
    const { actor, params, clock } = call;
    return await made(call, (tx) => conclude(tx, actor, params.appointment_id, 'complete', clock.now()));
  }),

  route(contract.noShowAppointment, async (call) => {
    const { actor, params, clock } = call;
    return await made(call, (tx) => conclude(tx, actor, params.appointment_id, 'no_show', clock.now()));
  }),

  route(contract.listFreeTimes, async ({ db, actor, params, clock }) => {
    return await listFreeTimes(db, actor, params.appointment_id, clock.now());
  }),

  route(contract.getAppointment, async ({ db, actor, params, clock, visitReads }) => {
    const appointment = await getAppointment(db, actor, params.appointment_id, clock.now());
    if (appointment.user.user !== actor.user_id) visitReads.note(actor, appointment.id);
    return appointment;
  }),

  route(contract.listUpcoming, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['upcoming as patient', actor.user_id], momentAndId, (after) =>
      listUpcoming(db, actor, 'patient', { ...query, after }, clock.now()),
    );
  }),

  route(contract.listAppointmentHistory, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['history', actor.user_id], momentAndId, (after) =>
      listHistory(db, actor, { ...query, after }, clock.now()),
    );
  }),

  route(contract.listUpcomingOfProvider, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['upcoming as provider', actor.user_id], momentAndId, async (after) =>
      readByOther(call, await listUpcoming(db, actor, 'provider', { ...query, after }, clock.now())),
    );
  }),

  route(contract.listRequestsToAnswer, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['requests to answer', actor.user_id], momentAndId, async (after) =>
      readByOther(call, await listRequestsToAnswer(db, actor, { ...query, after }, clock.now())),
    );
  }),

  route(contract.listVisitsToClose, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['visits to close', actor.user_id], momentAndId, async (after) =>
      readByOther(call, await listVisitsToClose(db, actor, { ...query, after }, clock.now())),
    );
  }),

  route(contract.getVisitsInBrief, async ({ db, actor, clock, visitReads }) => {
    const brief = await getVisitsInBrief(db, actor, clock.now());
    const others = [brief.next, brief.as_provider.first].some((one) => one !== null && one.user.user !== actor.user_id);
    if (others) visitReads.note(actor, null);
    return brief;
  }),

  route(contract.listAllOfProvider, async (call) => {
    const { db, actor, query, clock } = call;
    const list = ['all as provider', actor.user_id, query.q, query.from, query.to];
    return await sendList(call, list, momentAndId, async (after) =>
      readByOther(call, await listAllOfProvider(db, actor, { ...query, after }, clock.now())),
    );
  }),

  route(contract.listEarlierVisits, async (call) => {
    const { db, actor, params, query, clock } = call;
    const id = params.appointment_id;
    return await sendList(call, ['earlier visits', actor.user_id, id], momentAndId, async (after) =>
      readByOther(call, await listEarlierVisits(db, actor, id, { ...query, after }, clock.now())),
    );
  }),
];
