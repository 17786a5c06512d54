import type { Endpoint } from '@carecommons/contract/endpoint';
import type * as z from 'zod/mini';
import { requesterOf } from '../limits/limits.ts';
import { type ValidContent, validateContent } from './validate-content.ts';
import type { Tx } from '../db/db.ts';
import type { Draft, StoredWithKey } from '../files/files.ts';
import { type Call, receiveUpload } from '../routing/routing.ts';

type UploadEndpoint = Endpoint & { upload: NonNullable<Endpoint['upload']> };
type Dependencies = Pick<Call<Endpoint>, 'request' | 'reply' | 'files' | 'transaction' | 'config'>;

/** A file that was proved and is kept, and of which nobody knows before its row is written. */
export interface StoredUpload {
  media_type: ValidContent['mediaType'];
  bytes: number;
  sha256: Buffer;
  stored: StoredWithKey;
}

/**
 * Takes the file of an upload, which is about `owner`, proves it, keeps it, and has `add` write its row, with the texts that
 * came along; where that fails, nothing is left of it. `look` may refuse it first. Throws what looking, receiving, proving and
 * adding throw.
 */
export async function storeUpload<E extends UploadEndpoint, Row>(
  { files, transaction, ...call }: Dependencies,
  endpoint: E,
  owner: number,
  add: (tx: Tx, file: StoredUpload, texts: z.output<E['upload']['texts']>) => Promise<Row>,
  inspect: (draft: Draft) => Promise<void> = async () => {},
): Promise<Row> {
  const { draft, texts } = await receiveUpload({ files, ...call }, endpoint, owner);
  try {
    await inspect(draft);
  } catch (error) {
    await draft.discard();
    throw error;
  }
  const sent = { ...(texts as object), sha256: draft.sha256.toString('hex') };
  const { draft: proven, mediaType: media_type } = await validateContent(
    files,
    draft,
    endpoint.upload,
    requesterOf(call),
  );
  const { bytes, sha256 } = proven;
  const stored = await proven.commit();
  let added: Row | undefined;
  try {
    return await transaction(async (tx) => (added = await add(tx, { media_type, bytes, sha256, stored }, texts)), sent);
  } finally {
    // It was refused, or the same call was answered before and has its file already. A commit whose answer was lost may
    // have happened: then the file stays, and the sweep decides by the row.
    if (added === undefined) await files.remove(stored.file);
  }
}
