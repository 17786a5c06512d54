import type { DataExport } from '@carecommons/contract/my-data';
import * as contract from '@carecommons/contract/my-data';
import { afterCommit } from '../../platform/db/db.ts';
import { contentDisposition } from '../../platform/http/http.ts';
import { holderOf } from '../../platform/auth/auth.ts';
import { type Call, openSignedLink, route, sendErrorPage } from '../../platform/routing/routing.ts';
import { mayChangeAccess, withPassword } from '../accounts/accounts.ts';
import { leaveAllLists } from '../appointments/appointments.ts';
import { giveConsent, listConsents, withdrawConsent } from '../consents/consents.ts';
import { askForExport, exportLinks, getExport, openExport } from './exports.ts';

type ExportCall = Call<typeof contract.askForExport>;

/** Requires the password again and, if there is a second factor, a session that used it: a stolen token is not enough. */
const stepUp = (call: ExportCall) =>
  withPassword(call, () => call.db.transaction().execute((tx) => mayChangeAccess(tx, call.actor, call.clock.now())));

export const privacyRoutes = [
  route(contract.listConsents, async ({ db, actor }) => await listConsents(db, actor.user_id)),

  route(contract.giveConsent, async ({ transaction, actor, params, body, clock }) => {
    return await transaction(async (tx) => {
      await giveConsent(tx, actor.user_id, params.purpose, body.version, clock.now());
      return {};
    });
  }),

  route(contract.withdrawConsent, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => {
      await withdrawConsent(tx, actor.user_id, params.purpose, clock.now());
      if (params.purpose === 'visits') await leaveAllLists(tx, actor.user_id);
      return {};
    });
  }),

  route(contract.askForExport, async (call) => {
    const { transaction, actor, config, clock, files } = call;
    // A retry with the same idempotency key gets the stored answer, even if the password has changed.
    const refused = await stepUp(call).then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    );
    return await transaction(async (tx) => {
      if (refused !== undefined) throw refused.thrown;
      const gone = await askForExport(tx, actor, clock.now());
      afterCommit(tx, () => files.remove(gone));
      return (await getExport(tx, actor, config.secret, clock.now())) as DataExport;
    });
  }),

  route(contract.getExport, async ({ db, actor, config, clock }) => ({
    export: await getExport(db, actor, config.secret, clock.now()),
  })),

  route(contract.getExportFile, async (call) => {
    const { params, query, config, clock, sessions, request, reply } = call;
    const now = clock.now();
    const link = exportLinks.read(config.secret, params.export_id, query.token, now);
    const held = await holderOf(link, sessions, request);
    const opened = await openSignedLink(call, (tx, within, refusing) =>
      openExport(tx, within, params.export_id, { ...held, refusing }, now),
    );
    if (!('file' in opened)) return await sendErrorPage(call, 'export', opened.refusal);
    const { found, file } = opened;
    const name = `my-data-${found.ready_at.toISOString().slice(0, 10)}.zip`;
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', name),
      'content-length': found.bytes,
      'accept-ranges': 'none',
    });
    return await reply.send(file.read());
  }),
];
