import * as contract from '@carecommons/contract/verification';
import { extensionOf, storeUpload, refuseInfected } from '../../platform/content/content.ts';
import { contentDisposition } from '../../platform/http/http.ts';
import { mustHaveNewestMasterKey } from '../../platform/files/files.ts';
import { holderOf } from '../../platform/auth/auth.ts';
import { afterCommit, momentAndId, sendList } from '../../platform/db/db.ts';
import { openSignedLink, route, sendErrorPage } from '../../platform/routing/routing.ts';
import { providerTexts } from '../providers/providers.ts';
import { addEvidence, evidenceLinks, mayAddEvidence, openEvidence, removeEvidence, withLink } from './evidence.ts';
import { listClaims, rejectClaim, releaseClaim, takeClaim, verifyClaim } from './review.ts';
import { listSuspended, reinstate, suspend, touchedVisits } from './suspension.ts';
import { getOwnVerification, submitClaim, withdrawClaim } from './verification.ts';

export const verificationRoutes = [
  route(contract.getOwnVerification, async ({ db, actor, config, clock }) => {
    return await getOwnVerification(db, actor, config.secret, clock.now());
  }),

  route(contract.addEvidence, async (call) => {
    const { db, actor, config, clock, files } = call;
    // Checked before the upload is read, and again when its row is written, so a refused upload leaves nothing behind.
    await mayAddEvidence(db, actor);
    await mustHaveNewestMasterKey(db, files.keys);
    const row = await storeUpload(
      call,
      contract.addEvidence,
      actor.user_id,
      async (tx, file) => await addEvidence(tx, actor, file, clock.now()),
      // Unlike reports, which are scanned in the background: a verifier may open these immediately.
      (draft) => refuseInfected(draft, config.clamd, contract.addEvidence.upload.file),
    );
    return withLink(row, actor, config.secret, clock.now());
  }),

  route(contract.removeEvidence, async ({ transaction, actor, params, clock, files }) => {
    return await transaction(async (tx) => {
      const file = await removeEvidence(tx, actor, params.file_id, clock.now());
      afterCommit(tx, () => files.remove(file));
      return {};
    });
  }),

  route(contract.submitClaim, async ({ transaction, actor, clock }) => {
    return await transaction(async (tx) => {
      await submitClaim(tx, actor, clock.now());
      return {};
    });
  }),

  route(contract.withdrawClaim, async ({ transaction, actor, clock, files }) => {
    return await transaction(async (tx) => {
      const gone = await withdrawClaim(tx, actor, clock.now());
      afterCommit(tx, () => files.remove(gone));
      return {};
    });
  }),

  route(contract.getEvidenceFile, async (call) => {
    const { params, query, config, clock, sessions, request, reply } = call;
    const now = clock.now();
    const link = evidenceLinks.read(config.secret, params.file_id, query.token, now);
    const held = await holderOf(link, sessions, request);
    const opened = await openSignedLink(call, (tx, within, refusing) =>
      openEvidence(tx, within, params.file_id, { ...held, refusing }, now),
    );
    if (!('file' in opened)) return await sendErrorPage(call, 'evidence', opened.refusal);
    const { found, file } = opened;
    const name = `document-${params.file_id}.${extensionOf[found.media_type]}`;
    reply.headers({
      'content-type': found.media_type,
      'content-disposition': contentDisposition('inline', name),
      'content-length': found.bytes,
      'accept-ranges': 'none',
    });
    return await reply.send(file.read());
  }),

  route(contract.listClaims, async (call) => {
    const { db, actor, query, config, clock } = call;
    return await sendList(call, ['claims', query.state, actor.user_id], momentAndId, (after) =>
      listClaims(db, actor, { ...query, after }, config.secret, clock.now()),
    );
  }),

  route(contract.takeClaim, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => {
      await takeClaim(tx, actor, params.claim_id, clock.now());
      return {};
    });
  }),

  route(contract.releaseClaim, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => {
      await releaseClaim(tx, actor, params.claim_id, clock.now());
      return {};
    });
  }),

  route(contract.verifyClaim, async ({ transaction, actor, params, body, config, clock }) => {
    const done = await transaction(async (tx) => {
      await verifyClaim(tx, actor, params.claim_id, body.until, config, clock.now());
      return {};
    });
    providerTexts.clear();
    return done;
  }),

  route(contract.rejectClaim, async ({ transaction, actor, params, body, clock, files }) => {
    return await transaction(async (tx) => {
      const gone = await rejectClaim(tx, actor, params.claim_id, body.reason, clock.now());
      afterCommit(tx, () => files.remove(gone));
      return {};
    });
  }),

  route(contract.listVisitsOfProvider, async ({ db, params, clock }) => {
    return await touchedVisits(db, params.provider_id, clock.now());
  }),

  route(contract.suspendProvider, async ({ transaction, actor, params, body, clock }) => {
    const touched = await transaction(
      async (tx) => await suspend(tx, actor, params.provider_id, body.reason, clock.now()),
    );
    providerTexts.clear();
    return touched;
  }),

  route(contract.reinstateProvider, async ({ transaction, actor, params, config, clock }) => {
    const done = await transaction(async (tx) => {
      await reinstate(tx, actor, params.provider_id, config, clock.now());
      return {};
    });
    providerTexts.clear();
    return done;
  }),

  route(contract.listSuspended, async (call) => {
    const { db, query } = call;
    return await sendList(call, ['suspended'], momentAndId, (after) => listSuspended(db, query.limit, after));
  }),
];
