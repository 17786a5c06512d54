import type { Endpoint } from '@carecommons/contract/endpoint';
import type * as z from 'zod/mini';
import type { Tx } from '../../platform/db/db.ts';
import { storeUpload } from '../../platform/content/content.ts';
import type { StoredReport } from './records.ts';

type UploadEndpoint = Endpoint & { upload: NonNullable<Endpoint['upload']> };

/**
 * Takes the file of a report as `storeUpload` does; if there is a scanner, nobody gets the file before it was scanned.
 */
export async function takeReport<E extends UploadEndpoint, Row>(
  call: Parameters<typeof storeUpload>[0],
  endpoint: E,
  owner: number,
  add: (tx: Tx, report: StoredReport & z.output<E['upload']['texts']>) => Promise<Row>,
): Promise<Row> {
  const scan = call.config.clamd === undefined ? 'unscanned' : 'pending';
  return await storeUpload(call, endpoint, owner, async (tx, file, texts) => {
    return await add(tx, { ...(texts as typeof texts & object), ...file, scan });
  });
}
