import * as contract from '@carecommons/contract/records';
import * as z from 'zod/mini';
import { audit } from '../../core/audit.ts';
import { prove } from '../../core/content.ts';
import { mayKeepFiles } from '../../core/file-keys.ts';
import { holderOf } from '../../core/links.ts';
import { readCursor, sendPage } from '../../core/pages.ts';
import { Problem } from '../../core/problem.ts';
import { type Call, route, type Services } from '../../core/route.ts';
import type { Actor } from '../../core/session.ts';
import { receiveUpload } from '../../core/upload.ts';
import { appointmentForReport } from '../appointments/appointments.ts';
import { listAccesses, noted } from './accesses.ts';
import { inTurn, makeRoom } from './quota.ts';
import { addRecord, listRecords, recordLinks, withdraw, withLinks } from './records.ts';
import { listWaiting, release } from './release.ts';
import { opening, sendOpened, sendRefusal } from './send.ts';
import { openRecord, patientOf } from './serve.ts';
import { tellPages } from './sweep.ts';

const place = z.tuple([z.iso.datetime(), z.int()]);
const placeOfWaiting = z.tuple([z.int()]);
// Microseconds since 1970, and the number of a row.
const accessPlace = z.tuple([z.int(), z.int()]);

async function sendRecords(
  call: Call<typeof contract.listRecords | typeof contract.listRecordsOfProvider>,
  as: 'patient' | 'provider',
  waiting?: 'true' | 'false',
) {
  const { db, actor, query, config, clock } = call;
  const now = clock.now();
  const list = [`records as ${as}`, actor.user_id, query.appointment ?? 0, waiting ?? ''];
  const after = readCursor(list, query.cursor, place);
  const read = { actor, now, list: as === 'patient' ? 'own reports' : 'written reports' };
  const { rows, next } = await noted(db, read, (tx) => listRecords(tx, actor, as, { ...query, after, waiting }, now));
  const linked = rows.map((row) => withLinks(row, actor, config.secret, now));
  return sendPage(call, list, { rows: linked, next });
}

export const recordsRoutes = [
  route(contract.listRecords, async (call) => await sendRecords(call, 'patient')),
  route(contract.listRecordsOfProvider, async (call) => await sendRecords(call, 'provider', call.query.waiting)),

  route(contract.listWaitingRecords, async (call) => {
    const { db, actor, query, clock } = call;
    const list = ['records that wait', actor.user_id];
    const after = readCursor(list, query.cursor, placeOfWaiting);
    return sendPage(call, list, await listWaiting(db, actor, { ...query, after }, clock.now()));
  }),

  route(contract.listRecordAccesses, async (call) => {
    const { db, actor, query, clock } = call;
    const list = ['accesses', actor.user_id, query.record ?? 0];
    const after = readCursor(list, query.cursor, accessPlace);
    const read = { actor, now: clock.now(), list: 'who opened reports' };
    const page = await noted(db, read, (tx) => listAccesses(tx, actor, { ...query, after }, read.now));
    return sendPage(call, list, page);
  }),

  route(contract.createRecord, async (call) => {
    const { db, transaction, actor, params, config, clock, files } = call;
    const appointmentId = params.appointment_id;
    // Before a byte of the file is taken, and once more when its row is written.
    const about = await noting(call, 'upload', undefined, () =>
      appointmentForReport(db, actor, appointmentId, clock.now()),
    );
    await makeRoom(db, actor, appointmentId, { config, now: clock.now(), bytes: 0 });
    await mayKeepFiles(db, files.keys);
    const { draft, texts } = await receiveUpload(call, contract.createRecord, about.patient_id);
    const sent = { ...texts, sha256: draft.sha256.toString('hex') };
    const proven = await prove(files, draft, contract.createRecord.upload);
    const { bytes, sha256 } = proven.draft;
    const kept = await proven.draft.keep();
    const now = clock.now();
    let added: Awaited<ReturnType<typeof addRecord>> | undefined;
    try {
      const record = await transaction(async (tx) => {
        await inTurn(tx, actor);
        await makeRoom(tx, actor, appointmentId, { config, now, bytes });
        const scan = config.clamd === undefined ? ('unscanned' as const) : ('pending' as const);
        const report = { ...texts, media_type: proven.mediaType, bytes, sha256, kept, scan };
        added = await addRecord(tx, actor, appointmentId, report, now);
        return added;
      }, sent);
      // The same call was answered before, and has its file already.
      if (added === undefined) await files.remove(kept.file);
      return withLinks(record, actor, config.secret, now);
    } catch (error) {
      // A commit whose answer was lost may have happened: then the file stays, and the sweep decides by the row.
      if (added === undefined) await files.remove(kept.file);
      throw error;
    }
  }),

  route(contract.withdrawRecord, async (call) => {
    const { transaction, actor, params, body, clock } = call;
    const id = params.record_id;
    return await noting(call, 'withdraw', id, () =>
      transaction(async (tx) => {
        await withdraw(tx, actor, id, body.reason, clock.now());
        return {};
      }),
    );
  }),

  route(contract.releaseRecord, async (call) => {
    const { transaction, actor, params, clock } = call;
    const id = params.record_id;
    return await noting(call, 'release', id, () =>
      transaction(async (tx) => {
        await release(tx, actor, id, clock.now());
        return {};
      }),
    );
  }),

  route(contract.getRecordFile, async ({ db, params, query, config, clock, sessions, files, live, request, reply }) => {
    const now = clock.now();
    const link = recordLinks.read(config.secret, params.record_id, query.token, now);
    const asked = { recordId: params.record_id, ...(await holderOf(link, sessions, request)) };

    const opened = await opening(db, (tx) => openRecord(tx, files, asked, now));
    if (!('file' in opened)) return await sendRefusal(reply, 'report', opened.refusal);
    if (opened.isFirst) tellPages(live, opened.record.patient_id);
    return await sendOpened(request, reply, opened);
  }),
];

/** Does what may be refused; a refusal for want of a right is written down before it is answered. */
async function noting<T>(
  { db, clock, actor }: Pick<Services, 'db' | 'clock'> & { actor: Actor },
  what: 'upload' | 'withdraw' | 'release',
  record_id: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'not_allowed')) {
      const reason = `${what} ${error.code}`;
      const patient_id = record_id === undefined ? undefined : await patientOf(db, record_id);
      const refused = { action: 'denied', outcome: 'refused', reason } as const;
      await audit(db, { at: clock.now(), actor, record_id, patient_id, ...refused });
    }
    throw error;
  }
}
