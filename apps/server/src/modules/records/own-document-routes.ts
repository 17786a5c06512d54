import * as contract from '@carecommons/contract/own-documents';
import { mayKeepFiles } from '../../core/file-keys.ts';
import { route } from '../../core/route.ts';
import { requireConfirmed } from '../accounts/accounts.ts';
import { uploadsUnderWay } from '../../core/uploads-under-way.ts';
import { noting } from './noting.ts';
import { addOwnDocument, deleteOwnDocument, makeRoomForOwn } from './own-documents.ts';
import { inTurn } from './quota.ts';
import { withLinks } from './records.ts';
import { takeReport } from './take.ts';

export const ownDocumentRoutes = [
  route(contract.createOwnDocument, async (call) => {
    const { db, actor, config, clock, files } = call;
    // Before a byte of the file is taken, with all that is under way, and once more when its row is written.
    await makeRoomForOwn(db, actor, config, uploadsUnderWay(actor.user_id));
    await mayKeepFiles(db, files.keys);
    const record = await takeReport(call, contract.createOwnDocument, actor.user_id, async (tx, document) => {
      await inTurn(tx, actor);
      await makeRoomForOwn(tx, actor, config, { count: 1, bytes: document.bytes });
      return await addOwnDocument(tx, actor, document, clock.now());
    });
    return withLinks(record, actor, config.secret, clock.now());
  }),

  route(contract.deleteOwnDocument, async (call) => {
    const { transaction, actor, params, clock, files } = call;
    const id = params.record_id;
    let file: string | undefined;
    await noting(call, 'delete', id, () =>
      transaction(async (tx) => {
        await requireConfirmed(tx, actor, clock.now());
        file = await deleteOwnDocument(tx, actor, id, clock.now());
        return {};
      }),
    );
    // Should this fail, the sweep of files that no row names removes it.
    if (file !== undefined) await files.remove(file);
    return {};
  }),
];
