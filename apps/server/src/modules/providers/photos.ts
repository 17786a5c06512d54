import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Requester } from '../../platform/limits/limits.ts';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import type { Draft } from '../../platform/files/files.ts';
import { typeOf, withPicture } from '../../platform/content/content.ts';
import { Problem, refusedFile } from '../../platform/errors/errors.ts';
import { applyListing, type Listing } from './providers.ts';

const side = 320;

/** Crops the middle of a picture to a square WebP photo. Throws what `withPicture` throws. */
export async function squareOf(draft: Draft, requester: Requester): Promise<Buffer> {
  const type = await typeOf(draft);
  if (type !== 'image/png' && type !== 'image/jpeg') throw refusedFile('photo', 'This is not a PNG or JPEG picture.');
  return await withPicture(draft, 'photo', requester, (upright) =>
    upright.resize(side, side).webp({ quality: 80 }).toBuffer(),
  );
}

/** Replaces a provider's photo and returns the address of the new one. Throws `not_allowed`. */
export async function savePhoto(tx: Tx, userId: number, image: Buffer, listing: Listing, now: Date) {
  // Named by its content, so that a photo that was verified is the same when it is uploaded again.
  const version = createHash('sha256').update(image).digest('hex').slice(0, 32);
  await setVersion(tx, userId, version);
  await sql`
    insert into provider_photos (provider_id, version, image, added_at) values (${userId}, ${version}, ${image}, ${now})
    on conflict (provider_id) do update
    set version = excluded.version, image = excluded.image, added_at = excluded.added_at`.execute(tx);
  await applyListing(tx, listing, userId);
  return { photo: `/providers/${userId}/photo/${version}/` };
}

/** Removes a provider's photo. Throws `not_allowed`. */
export async function removePhoto(tx: Tx, userId: number, listing: Listing) {
  await setVersion(tx, userId, null);
  await sql`delete from provider_photos where provider_id = ${userId}`.execute(tx);
  await applyListing(tx, listing, userId);
}

async function setVersion(tx: Tx, userId: number, version: string | null) {
  const { rows } = await sql`
    update providers set photo = ${version} where user_id = ${userId} returning user_id`.execute(tx);
  if (rows.length === 0) throw new Problem('not_allowed');
}

/** The photo at an address. Throws `not_found`, also if it was replaced or removed, or if its provider is not listed. */
export async function getPhoto(db: Db, userId: number, version: string): Promise<Buffer> {
  const { rows } = await sql<RowOf<'provider_photos', 'image'>>`
    select o.image from provider_photos o join providers p on p.user_id = o.provider_id
    where o.provider_id = ${userId} and o.version = ${version} and p.listed`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0].image;
}
