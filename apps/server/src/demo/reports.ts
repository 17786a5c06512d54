import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { ColumnOf, RowOf, Tx } from '../platform/db/db.ts';
import type { Files } from '../platform/files/files.ts';
import type { Actor } from '../platform/auth/auth.ts';
import { addRecord } from '../modules/records/records.ts';
import { putReportsAside } from '../modules/records/release.ts';
import { basicProfiles } from '../modules/accounts/accounts.ts';
import { appointmentRows } from '../modules/appointments/appointments.ts';
import { providerProfiles } from '../modules/providers/providers.ts';
import { type Letter, letterPdf } from './letter.ts';

type DemoReport = Pick<Letter, 'title' | 'rows' | 'text'> & {
  patient: string;
  provider: string;
  type: string;
  sentence: string;
};

/** In the order of the visits that they belong to. */
const reports: DemoReport[] = JSON.parse(readFileSync(new URL('reports.json', import.meta.url), 'utf8'));

const hourMs = 3600 * 1000;

interface PastVisit
  extends RowOf<'appointments', 'id' | 'ends_at' | 'time_zone'>, RowOf<'providers', 'education' | 'address'> {
  patient: ColumnOf<'profiles', 'name'>;
  provider: ColumnOf<'providers', 'name'>;
}

/** Gives the demo's past visits their reports, each written by its provider some hours after the visit. */
export async function addReports(
  { tx, files }: { tx: Tx; files: Files },
  patients: Actor[],
  providers: Map<string, Actor>,
) {
  const taken = new Set<number>();
  for (const report of reports) {
    const patient = patients.find(({ username }) => username === report.patient);
    const provider = providers.get(report.provider);
    const visit = patient && provider && (await oldestVisit(tx, patient, provider, [...taken]));
    if (patient === undefined || provider === undefined || visit === undefined)
      throw new Error(`the visit for ${report.title} is missing`);
    taken.add(visit.id);
    const written = new Date(visit.ends_at.getTime() + 5 * hourMs);
    const date = written.toLocaleDateString('en-IN', { dateStyle: 'long', timeZone: visit.time_zone });
    const letter = letterPdf({ ...report, ...visit, from: visit.provider, date });
    const draft = await files.write(inOnePiece(letter), letter.length, patient.user_id);
    const { bytes, sha256 } = draft;
    const { title, type, sentence } = report;
    const fields = { title, type, sentence, media_type: 'application/pdf', scan: 'unscanned', bytes, sha256 } as const;
    await addRecord(tx, provider, visit.id, { ...fields, stored: await draft.commit() }, written);
  }
  await putReportsAside(tx);
}

async function oldestVisit(tx: Tx, patient: Actor, provider: Actor, taken: number[]) {
  const { rows } = await sql<PastVisit>`
    select a.id, a.ends_at, a.time_zone, f.name as patient, p.name as provider, p.education, p.address
    from ${appointmentRows} a join ${basicProfiles} f on f.user_id = a.patient_id join ${providerProfiles} p on p.user_id = a.provider_id
    where a.patient_id = ${patient.user_id} and a.provider_id = ${provider.user_id} and a.id <> all(${taken})
    order by a.starts_at limit 1`.execute(tx);
  return rows[0];
}

async function* inOnePiece(data: Buffer) {
  yield data;
}
