import * as contract from '@carecommons/contract/calendars';
import type { FastifyReply } from 'fastify';
import { contentDisposition, entityTagOf, sendUnlessKnown } from '../../platform/http/http.ts';
import { holderOf, refusalOfLink } from '../../platform/auth/auth.ts';
import { route, sendErrorPage } from '../../platform/routing/routing.ts';
import { requireConfirmed } from '../accounts/accounts.ts';
import { changeAddress, listAddresses, makeAddress, revokeAddress } from './addresses.ts';
import { getSubscription, getVisitFile, visitLinks } from './calendars.ts';

const mediaType = 'text/calendar; charset=utf-8';

/** Sends a visit as a calendar file. */
async function sendFile(reply: FastifyReply, file: string) {
  reply.headers({ 'content-type': mediaType, 'content-disposition': contentDisposition('attachment', 'visit.ics') });
  return await reply.send(file);
}

export const calendarsRoutes = [
  route(contract.getVisitCalendar, async ({ actor, params, reply, ...needs }) => {
    return await sendFile(reply, await getVisitFile(needs, actor.user_id, params.appointment_id));
  }),

  route(contract.getVisitCalendarLink, async ({ actor, params, ...needs }) => {
    const { config, clock } = needs;
    // There is no link for a visit that is not the actor's.
    await getVisitFile(needs, actor.user_id, params.appointment_id);
    return { file: visitLinks.to(config.secret, params.appointment_id, actor, 'download', clock.now()) };
  }),

  route(contract.getVisitCalendarFile, async (call) => {
    const { params, query, config, clock, sessions, request, reply } = call;
    const id = params.appointment_id;
    const held = await holderOf(visitLinks.read(config.secret, id, query.token, clock.now()), sessions, request);
    const refusal = refusalOfLink(held);
    if (refusal !== undefined || held.actor === undefined)
      return await sendErrorPage(call, 'visit', refusal ?? 'forged');
    return await sendFile(reply, await getVisitFile(call, held.actor.user_id, id));
  }),

  route(contract.readCalendar, async ({ params, request, reply, ...needs }) => {
    const text = await getSubscription(needs, params.token);
    reply.headers({ 'content-type': mediaType, 'cache-control': 'private, max-age=300' });
    return await sendUnlessKnown(request, reply, text, entityTagOf(text));
  }),

  route(contract.listCalendarAddresses, async ({ db, actor }) => await listAddresses(db, actor)),

  // Not in the call's idempotent transaction, which would store the answer, and with it the address.
  route(contract.makeCalendarAddress, async ({ db, actor, params, body, clock }) => {
    return await db.transaction().execute(async (tx) => {
      await requireConfirmed(tx, actor, clock.now());
      return await makeAddress(tx, actor, params.side, body.names, clock.now());
    });
  }),

  route(contract.changeCalendarAddress, async ({ transaction, actor, params, body }) => {
    return await transaction(async (tx) => await changeAddress(tx, actor, params.side, body.names));
  }),

  route(contract.revokeCalendarAddress, async ({ transaction, actor, params }) => {
    return await transaction(async (tx) => {
      await revokeAddress(tx, actor, params.side);
      return {};
    });
  }),
];
