import type { Endpoint } from '@carecommons/contract/endpoint';
import type * as z from 'zod/mini';
import { prove } from '../../core/content.ts';
import type { Tx } from '../../core/db.ts';
import type { Call } from '../../core/route.ts';
import { receiveUpload } from '../../core/upload.ts';
import type { KeptReport } from './records.ts';

type UploadEndpoint = Endpoint & { upload: NonNullable<Endpoint['upload']> };
type Needs = Pick<Call<Endpoint>, 'request' | 'reply' | 'files' | 'config' | 'transaction'>;

/**
 * Takes the file of an upload, which is about `owner`, proves it, keeps it, and has `add` write its row; where that fails, nothing
 * is left of it. Throws what receiving, proving and adding throw.
 */
export async function takeReport<E extends UploadEndpoint, Row>(
  call: Needs,
  endpoint: E,
  owner: number,
  add: (tx: Tx, report: KeptReport & z.output<E['upload']['texts']>) => Promise<Row>,
): Promise<Row> {
  const { files, config, transaction } = call;
  const { draft, texts } = await receiveUpload(call, endpoint, owner);
  const sent = { ...(texts as object), sha256: draft.sha256.toString('hex') };
  const proven = await prove(files, draft, endpoint.upload);
  const { bytes, sha256 } = proven.draft;
  const kept = await proven.draft.keep();
  const scan = config.clamd === undefined ? ('unscanned' as const) : ('pending' as const);
  const report = {
    ...(texts as z.output<E['upload']['texts']> & object),
    media_type: proven.mediaType,
    bytes,
    sha256,
    kept,
    scan,
  };
  let added: Row | undefined;
  try {
    const row = await transaction(async (tx) => (added = await add(tx, report)), sent);
    // The same call was answered before, and has its file already.
    if (added === undefined) await files.remove(kept.file);
    return row;
  } catch (error) {
    // A commit whose answer was lost may have happened: then the file stays, and the sweep decides by the row.
    if (added === undefined) await files.remove(kept.file);
    throw error;
  }
}
