import { sql } from 'kysely';
import { addFileKey } from '../../src/platform/files/files.ts';
import type { Canaries } from './taint-markers.ts';
import { anyone, type PersonName, signedIn, type Table, type Thing } from './notation.ts';
import type { Ground, Somebody } from './somebody.ts';

// What people agree to, and the copies of their data. Everybody has one that is ready, a stranger too.

// One patient has used no second factor in this session.
const steppedUp = { patient_b: '403 second_factor_required', else: 201 } as const;
const purpose = { others: 200, missing: '400 invalid_input' } as const;

export const myData: Table = {
  'GET /api/my-data/consents/': signedIn('nothing', 200),
  'POST /api/my-data/consents/:purpose/': signedIn('purpose', purpose, { body: () => ({ version: 1 }) }),
  'DELETE /api/my-data/consents/:purpose/': signedIn('purpose', purpose),

  'GET /api/my-data/exports/': signedIn('nothing', 200),
  'POST /api/my-data/exports/': signedIn(
    'nothing',
    { else: steppedUp },
    { body: (_, { password }) => ({ current_password: password }) },
  ),
  // Each with a genuine link that is made for the asker's own session; to a forged one for the anonymous. Whoever holds one to
  // nothing of theirs had it before the copy was deleted.
  'GET /files/exports/:export_id/': anyone(
    'export',
    {
      own: { anonymous: 403, disabled: 410, expired: 410, else: 200 },
      missing: { anonymous: 403, else: 410 },
      else: 'as missing',
    },
    { query: ({ token = 'none' }) => ({ token }) },
  ),
};

/** Makes a copy of somebody's data that is ready; what stands in it is theirs alone. */
export function openExporting({ db, clock, files }: Ground, canaries: Canaries) {
  return async ({ user_id, name }: Somebody): Promise<Thing> => {
    const self = [name as PersonName];
    const data = Buffer.from(`A copy with ${canaries.word('content of a copy of data', self)}`);
    const draft = await files.write(inOnePiece(data), data.length, user_id);
    const kept = await draft.commit();
    await addFileKey(db, kept);
    canaries.declare(kept.file, 'file name of a copy of data', []);
    const now = clock.now();
    const { rows } = await sql<{ id: number }>`
      insert into exports (user_id, asked_at, done, total, file, bytes, ready_at, ends_at)
      values (${user_id}, ${now}, 1, 1, ${kept.file}, ${data.length}, ${now}, ${new Date(now.getTime() + 86_400_000)})
      returning id`.execute(db);
    const { id } = rows[0] as { id: number };
    // In the audit it stands for administrators, too.
    canaries.declare(id, 'id of a copy of data', [...self, 'administrator']);
    return { id };
  };
}

async function* inOnePiece(data: Buffer) {
  yield data;
}
