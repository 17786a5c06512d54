import * as contract from '@carecommons/contract/providers';
import * as z from 'zod/mini';
import { int4, sendList } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { sendUnlessKnown } from '../../platform/http/http.ts';
import { receiveUpload, route } from '../../platform/routing/routing.ts';
import { requesterOf } from '../../platform/limits/limits.ts';
import { listDirectory } from './directory.ts';
import { searchDictionary } from './known-words.ts';
import { getPhoto, removePhoto, savePhoto, squareOf } from './photos.ts';
import { getOwnProviderProfile, getProvider, listProviders, providerTexts, saveProviderProfile } from './providers.ts';
import { listSpecialities, specialityTexts } from './specialities.ts';

const cursorSchema = z.tuple([int4, z.string(), int4]);

export const providersRoutes = [
  route(
    contract.listSpecialities,
    async (call) => {
      const { db, query } = call;
      return await sendList(call, ['specialities', query.q, query.id], cursorSchema, (after) =>
        listSpecialities(db, { ...query, after }),
      );
    },
    { cache: specialityTexts },
  ),

  route(
    contract.listProviders,
    async (call) => {
      const { db, query, clock } = call;
      const { cursor: _, limit: _limit, ...asked } = query;
      return await sendList(call, ['providers', ...Object.entries(asked).flat()], cursorSchema, (after) =>
        listDirectory(db, { ...query, after }, clock.now()),
      );
    },
    { cache: providerTexts },
  ),

  route(
    contract.listProvidersOfSpeciality,
    async (call) => {
      const { db, query } = call;
      const speciality = call.params.speciality_id;
      return await sendList(call, ['providers of', speciality, query.q], cursorSchema, (after) =>
        listProviders(db, { ...query, speciality, after }),
      );
    },
    { cache: providerTexts },
  ),

  route(contract.getProvider, async ({ db, params }) => await getProvider(db, params.provider_id), {
    cache: providerTexts,
  }),

  route(contract.getOwnProviderProfile, async ({ db, actor }) => await getOwnProviderProfile(db, actor.user_id)),

  route(contract.saveProviderProfile, async ({ transaction, actor, body, config, clock, sessions }) => {
    const saved = await transaction(
      async (tx) => await saveProviderProfile(tx, actor.user_id, body, config, clock.now()),
    );
    searchDictionary.clear();
    providerTexts.clear();
    sessions.forgetPerson(actor.user_id);
    return { ...saved, role: 'healthcare_provider' as const };
  }),

  route(contract.savePhoto, async (call) => {
    const { transaction, actor, config, clock } = call;
    // Before any byte of the picture is accepted, and again when it is saved.
    if (actor.role !== 'healthcare_provider') throw new Problem('not_allowed');
    const { draft } = await receiveUpload(call, contract.savePhoto);
    const image = await squareOf(draft, requesterOf(call)).finally(() => draft.discard());
    const sent = { sha256: draft.sha256.toString('hex') };
    const saved = await transaction((tx) => savePhoto(tx, actor.user_id, image, config, clock.now()), sent);
    providerTexts.clear();
    return saved;
  }),

  route(contract.removePhoto, async ({ transaction, actor, config }) => {
    if (actor.role !== 'healthcare_provider') throw new Problem('not_allowed');
    await transaction(async (tx) => {
      await removePhoto(tx, actor.user_id, config);
      return {};
    });
    providerTexts.clear();
    return {};
  }),

  // From the primary database, never from a replica that may lag behind: a removed photo must be gone at once.
  route(contract.getPhoto, async ({ db, params, request, reply }) => {
    const image = await getPhoto(db, params.provider_id, params.version);
    // Short, because a shared cache does not notice a suspension, a removal or an erasure.
    reply.headers({ 'cache-control': 'public, max-age=300, must-revalidate', 'content-type': 'image/webp' });
    return await sendUnlessKnown(request, reply, image, `"${params.version}"`);
  }),
];
