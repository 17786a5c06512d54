import * as contract from '@carecommons/contract/shares';
import * as z from 'zod/mini';
import { type Call, openSignedLink, route, sendErrorPage } from '../../platform/routing/routing.ts';
import { sendList } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { lacksProviderFactor, requireConfirmed } from '../accounts/accounts.ts';
import { noted } from './accesses.ts';
import { noteForeign } from './noting.ts';
import { sendOpened } from './send.ts';
import { openShared } from './shared-file.ts';
import { openLink } from './shared-link.ts';
import { listSharedWith, openNamedShare, patientOfShare } from './shared.ts';
import { drawLink, firstForeign, listShares, makeShare, requireShareable, revoke } from './shares.ts';
import { publishRecords } from './sweep.ts';

const cursorSchema = z.tuple([z.int()]);

export const shareRoutes = [
  route(contract.listShares, async (call) => {
    const { db, actor, query, clock } = call;
    const read = { actor, now: clock.now(), list: 'own shares' } as const;
    return await sendList(call, ['shares', actor.user_id], cursorSchema, (after) =>
      noted(db, read, (tx) => listShares(tx, actor, { ...query, after }, read.now)),
    );
  }),

  route(contract.listSharedWithMe, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['shared with', actor.user_id], cursorSchema, (after) =>
      listSharedWith(db, actor, { ...query, after }, clock.now()),
    );
  }),

  // Not in the call's own transaction, which would store the response, and so the passcode, for retries.
  route(contract.createShare, async (call) => {
    const { db, actor, body, config, clock } = call;
    const now = clock.now();
    await requireConfirmed(db, actor, now);
    try {
      // Checked before a passcode is hashed, which is slow, and again when the share is written.
      await requireShareable(db, actor, body.records, now);
      const link = body.provider === undefined ? await drawLink(config.secret) : undefined;
      return await db.transaction().execute((tx) => makeShare(tx, actor, body, link, now));
    } catch (error) {
      if (error instanceof Problem && error.errors[0]?.field === 'records') {
        const record_id = await firstForeign(db, actor, body.records);
        if (record_id !== undefined) await noteForeign(call, 'share not_found', { record_id });
      }
      throw error;
    }
  }),

  route(contract.revokeShare, async (call) => {
    const { transaction, actor, params, clock } = call;
    return await noting(call, () =>
      transaction(async (tx) => {
        await revoke(tx, actor, params.share_id, clock.now());
        return {};
      }),
    );
  }),

  // Nor this one: its links are valid only briefly.
  route(contract.openNamedShare, async (call) => {
    const { db, actor, params, config, clock, live } = call;
    if (await lacksProviderFactor(db, actor, config, clock.now())) throw new Problem('second_factor_required');
    const opened = await noting(call, () =>
      db.transaction().execute((tx) => openNamedShare(tx, actor, params.share_id, config.secret, clock.now())),
    );
    const patient = await patientOfShare(db, params.share_id);
    if (patient !== undefined) publishRecords(live, patient);
    return opened;
  }),

  route(
    contract.openShare,
    async ({ request, body, ...dependencies }) => await openLink(dependencies, body, request.ip),
  ),

  route(contract.getSharedFile, async (call) => {
    const { params, query, config, clock, request, reply } = call;
    const linkRequest = { record: params.record_id, token: query.token, secret: config.secret };
    const opened = await openSignedLink(call, (tx, within, refusing) =>
      openShared(tx, within, { ...linkRequest, refusing }, clock.now()),
    );
    return 'file' in opened
      ? await sendOpened(request, reply, opened)
      : await sendErrorPage(call, 'shared', opened.refusal);
  }),
];

/**
 * Runs work that may be refused. A request for a share that is not for the caller is written to the audit before it is
 * answered.
 */
async function noting<T>(
  call: Call<typeof contract.revokeShare | typeof contract.openNamedShare>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') {
      const id = call.params.share_id;
      const patient_id = await patientOfShare(call.db, id);
      await noteForeign(call, 'share not_found', { patient_id, item: { kind: 'share', id } });
    }
    throw error;
  }
}
