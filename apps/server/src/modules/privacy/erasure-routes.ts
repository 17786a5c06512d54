import * as contract from '@carecommons/contract/erasure';
import type { ErasureReceipt } from '@carecommons/contract/erasure';
import { invalidField } from '../../platform/errors/errors.ts';
import { route } from '../../platform/routing/routing.ts';
import { withPassword } from '../accounts/accounts.ts';
import { providerTexts } from '../providers/providers.ts';
import { beginErasure, findReceipt } from './erasure.ts';
import { planErasure } from './erasure-plan.ts';
import { entomb } from './erasing.ts';

export const erasureRoutes = [
  route(contract.previewErasure, async ({ db, actor, config, clock }) => {
    return (await planErasure(db, actor.user_id, config, clock.now())).plan;
  }),

  route(contract.eraseAccount, async (call) => {
    const { db, actor, body, config, clock, sessions, log } = call;
    if (body.username.normalize('NFC').toLowerCase() !== actor.username.toLowerCase()) {
      throw invalidField('username', 'This is not your username.');
    }
    const receipt: ErasureReceipt = await withPassword(call, () =>
      db.transaction().execute((tx) => beginErasure(tx, actor, config, clock.now())),
    );
    sessions.forgetPerson(actor.user_id);
    providerTexts.clear();
    // Recorded outside the database before the person gets the answer. If that fails now, nothing is erased until it succeeds.
    await entomb(call, receipt.number).catch((error: unknown) => {
      log.error({ code: (error as { code?: string }).code }, 'an erasure could not be written into the list yet');
    });
    return receipt;
  }),

  route(contract.getReceipt, async ({ db, params }) => await findReceipt(db, params.number)),
];
