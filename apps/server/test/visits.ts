import { sql } from 'kysely';
import { type Answer, type TestApp, testApp } from './app.ts';
import { type Person, signUp } from './factories.ts';
import { pdf, reportForm } from './report-files.ts';

/** A patient and a provider, a visit of theirs that is over, and the folder that holds their files. */
export interface Visit {
  t: TestApp;
  folder: string;
  patient: Person;
  provider: Person;
  appointment: number;
  upload(data?: Buffer, texts?: Record<string, string>, as?: Person): Promise<Answer>;
  close(): Promise<void>;
}

/** An appointment written as if it had been asked for before; `hours` from now. */
export async function addAppointment(
  t: TestApp,
  patient: Person,
  provider: Person,
  hours: number,
  status = 'approved',
) {
  const starts = new Date(t.clock.now().getTime() + hours * 3600_000);
  const ends = new Date(starts.getTime() + 1800_000);
  const { rows } = await sql<{ id: number }>`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at,
      decided_at)
    values (${provider.user_id}, ${patient.user_id}, ${starts}, ${ends}, 'Asia/Kolkata',
      tstzrange(${starts}, ${ends}), 'A cough', ${status}, ${t.clock.now()},
      ${status === 'approved' ? t.clock.now() : null})
    returning id`.execute(t.db);
  return (rows[0] as { id: number }).id;
}

/** A server with the tests' settings or others, and a visit that took place two hours ago. */
export async function pastVisit(settings: Record<string, string> = {}): Promise<Visit> {
  const t = await testApp(settings);
  const patient = await signUp(t, { name: 'Kavya Menon' });
  const provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Rohan Sethi' });
  const appointment = await addAppointment(t, patient, provider, -2);
  return {
    t,
    folder: t.config.dataDir,
    patient,
    provider,
    appointment,
    upload: (data = pdf(), texts = {}, as = provider) =>
      t.call(`POST /api/records/create/${appointment}/`, { as: as.access, ...reportForm(data, texts) }),
    close: () => t.close(),
  };
}

/** How often links to a record were tried that the site never signed; 0 stands for all records that are not there. */
export async function forgedTries(t: TestApp, recordId: number) {
  const { rows } = await sql<{ tries: number }>`
    select coalesce(sum(tries), 0)::integer as tries from forged_links
    where kind = 'record' and item_id = ${recordId}`.execute(t.db);
  return rows[0]?.tries;
}

/** The audit rows about a record, oldest first; about none with null. */
export async function auditOf(t: TestApp, recordId: number | null) {
  const { rows } = await sql<Record<string, unknown>>`
    select actor_id, role, session_id is not null as in_session, action, record_id, patient_id, outcome, reason
    from audit where record_id is not distinct from ${recordId} order by id`.execute(t.db);
  return rows;
}
