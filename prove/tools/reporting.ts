import pg from 'pg';
import { type formOf, pdf, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { post, signUp } from './two-servers.ts';

interface Account {
  username: string;
  access: string;
  refresh: string;
}

/** A provider who can upload reports about a past visit, and its patient. */
export interface Reporting {
  appointment: number;
  provider: Account;
  patient: Account;
}

const profile = { name: 'Prove Person', about: 'Here for a proof.', phone: '+91 80 0000 0000' };
const provides = { ...profile, experience: 9, education: 'MBBS', address: '1 Proof Road', fees: 500, speciality: [1] };

/** Registers both, and inserts a visit of theirs from yesterday: the API books none in the past. */
export async function pastVisit(server: string, owner: pg.ClientConfig): Promise<Reporting> {
  const [provider, patient] = [await signUp(server), await signUp(server)];
  await post(`${server}/register/provider/`, provides, provider.access);
  await post(`${server}/register/user/basic/`, profile, patient.access);
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ id: number }>(
    `insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
     select $1, $2, at, at + interval '30 minutes', 'Asia/Kolkata', tstzrange(at, at + interval '30 minutes'), 'A proof',
       'approved', at - interval '1 day'
     from (select now() - interval '1 day' as at) visit returning id`,
    [personOf(provider.access), personOf(patient.access)],
  );
  await client.end();
  return { appointment: (rows[0] as { id: number }).id, provider, patient };
}

/** The person of an access token. */
export const personOf = (access: string) =>
  Number(JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sub);

/** Sends a form to an appointment's reports. */
export async function upload(server: string, { appointment, provider }: Reporting, form: ReturnType<typeof formOf>) {
  const answer = await fetch(`${server}/api/records/create/${appointment}/`, {
    method: 'POST',
    headers: { ...form.headers, authorization: `Bearer ${provider.access}` },
    body: form.body,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

/** Uploads a report, and returns the address under which its provider reads it. */
export async function reportOf(server: string, visit: Reporting): Promise<string> {
  const { body } = await upload(server, visit, reportForm(pdf()));
  return body.report as string;
}
