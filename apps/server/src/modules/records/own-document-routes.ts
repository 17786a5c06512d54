import * as contract from '@carecommons/contract/own-documents';
import { afterCommit } from '../../platform/db/db.ts';
import { mustHaveNewestMasterKey } from '../../platform/files/files.ts';
import { route, uploadsUnderWay } from '../../platform/routing/routing.ts';
import { requireConfirmed } from '../accounts/accounts.ts';
import { noting } from './noting.ts';
import { addOwnDocument, changeOwnDocument, deleteOwnDocument, makeRoomForOwn } from './own-documents.ts';
import { inTurn } from './quota.ts';
import { withLinks } from './records.ts';
import { takeReport } from './take.ts';

export const ownDocumentRoutes = [
  route(contract.createOwnDocument, async (call) => {
    const { db, actor, config, clock, files } = call;
    // Checked before a byte of the file is read, together with uploads in progress, and again when its row is written.
    await makeRoomForOwn(db, actor, config, uploadsUnderWay(actor.user_id));
    await mustHaveNewestMasterKey(db, files.keys);
    const record = await takeReport(call, contract.createOwnDocument, actor.user_id, async (tx, document) => {
      await inTurn(tx, actor);
      await makeRoomForOwn(tx, actor, config, { count: 1, bytes: document.bytes });
      return await addOwnDocument(tx, actor, document, clock.now());
    });
    return withLinks(record, actor, config.secret, clock.now());
  }),

  route(contract.changeOwnDocument, async ({ transaction, actor, params, body, config, clock }) => {
    const record = await transaction((tx) => changeOwnDocument(tx, actor, params.record_id, body, clock.now()));
    return withLinks(record, actor, config.secret, clock.now());
  }),

  route(contract.deleteOwnDocument, async (call) => {
    const { transaction, actor, params, clock, files } = call;
    const id = params.record_id;
    return await noting(call, 'delete', id, () =>
      transaction(async (tx) => {
        await requireConfirmed(tx, actor, clock.now());
        const file = await deleteOwnDocument(tx, actor, id, clock.now());
        // If this fails, the sweep for files without a row removes it.
        afterCommit(tx, () => files.remove(file));
        return {};
      }),
    );
  }),
];
