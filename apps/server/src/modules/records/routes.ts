import * as contract from '@carecommons/contract/records';
import * as z from 'zod/mini';
import { mustHaveNewestMasterKey } from '../../platform/files/files.ts';
import { holderOf } from '../../platform/auth/auth.ts';
import { type Call, openSignedLink, route, sendErrorPage, uploadsUnderWay } from '../../platform/routing/routing.ts';
import { sendList } from '../../platform/db/db.ts';
import { appointmentForReport } from '../appointments/appointments.ts';
import { mayAddReports } from '../consents/consents.ts';
import { listAccesses, noted } from './accesses.ts';
import { noting } from './noting.ts';
import { inTurn, makeRoom } from './quota.ts';
import { addRecord, listRecords, recordLinks, withdraw, withLinks } from './records.ts';
import { listWaiting, release } from './release.ts';
import { sendOpened } from './send.ts';
import type { ListSearch } from '../providers/providers.ts';
import { openRecord } from './serve.ts';
import { publishRecords } from './sweep.ts';
import { takeReport } from './take.ts';

const cursorSchema = z.tuple([z.iso.datetime(), z.int()]);
const waitingCursor = z.tuple([z.int()]);
// Microseconds since 1970, and the number of a row.
const accessCursor = z.tuple([z.int(), z.int()]);

async function sendRecords(
  call: Call<typeof contract.listRecords | typeof contract.listRecordsOfProvider>,
  as: 'patient' | 'provider',
  { waiting, q, from, to }: ListSearch & { waiting?: 'true' | 'false' | undefined } = {},
) {
  const { db, actor, query, config, clock } = call;
  const now = clock.now();
  const list = [`records as ${as}`, actor.user_id, query.appointment ?? 0, waiting ?? '', q, from, to];
  const read = { actor, now, list: as === 'patient' ? 'own reports' : 'written reports' } as const;
  const rows = await sendList(call, list, cursorSchema, (after) =>
    noted(db, read, (tx) => listRecords(tx, actor, as, { ...query, after, waiting, q, from, to }, now)),
  );
  return rows.map((row) => withLinks(row, actor, config.secret, now));
}

export const recordsRoutes = [
  route(contract.listRecords, async (call) => await sendRecords(call, 'patient')),
  route(contract.listRecordsOfProvider, async (call) => await sendRecords(call, 'provider', call.query)),

  route(contract.listWaitingRecords, async (call) => {
    const { db, actor, query, clock } = call;
    const read = { actor, now: clock.now(), list: 'waiting reports' } as const;
    return await sendList(call, ['records that wait', actor.user_id], waitingCursor, (after) =>
      noted(db, read, (tx) => listWaiting(tx, actor, { ...query, after }, read.now)),
    );
  }),

  route(contract.listRecordAccesses, async (call) => {
    const { db, actor, query, clock } = call;
    const read = { actor, now: clock.now(), list: 'who opened reports' } as const;
    return await sendList(call, ['accesses', actor.user_id, query.record ?? 0], accessCursor, (after) =>
      noted(db, read, (tx) => listAccesses(tx, actor, { ...query, after }, read.now)),
    );
  }),

  route(contract.createRecord, async (call) => {
    const { db, actor, params, config, clock, files } = call;
    const appointmentId = params.appointment_id;
    // Checked before a byte of the file is read, and again when its row is written.
    const about = await noting(call, 'upload', undefined, () =>
      appointmentForReport(db, actor, appointmentId, clock.now()),
    );
    await mayAddReports(db, about.patient_id);
    await makeRoom(db, actor, appointmentId, { config, now: clock.now(), adding: uploadsUnderWay(actor.user_id) });
    await mustHaveNewestMasterKey(db, files.keys);
    const record = await takeReport(call, contract.createRecord, about.patient_id, async (tx, report) => {
      const now = clock.now();
      await inTurn(tx, actor);
      await makeRoom(tx, actor, appointmentId, { config, now, adding: { count: 1, bytes: report.bytes } });
      return await addRecord(tx, actor, appointmentId, report, now);
    });
    return withLinks(record, actor, config.secret, clock.now());
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

  route(contract.getRecordFile, async (call) => {
    const { params, query, config, clock, sessions, live, request, reply } = call;
    const now = clock.now();
    const link = recordLinks.read(config.secret, params.record_id, query.token, now);
    const linkRequest = { recordId: params.record_id, ...(await holderOf(link, sessions, request)) };

    const opened = await openSignedLink(call, (tx, within, refusing) =>
      openRecord(tx, within, { ...linkRequest, config, refusing }, now),
    );
    if (!('file' in opened)) return await sendErrorPage(call, 'report', opened.refusal);
    if (opened.isFirst) publishRecords(live, opened.record.patient_id);
    return await sendOpened(request, reply, opened);
  }),
];
