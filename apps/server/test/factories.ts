import { randomBytes } from 'node:crypto';
import type { Appointment } from '@carecommons/contract/appointments';
import type { Grant, Role } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';

export interface Person {
  user_id: number;
  username: string;
  password: string;
  access: string;
  refresh: string;
}

interface Wanted {
  role?: Role;
  grants?: Grant[];
  /** The name on the profile. */
  name?: string;
  /** For each test its own, where names must not be chosen by chance. */
  username?: string;
}

/** A new person through the API: registered, made a patient (unless another role is wanted), and logged in. */
export async function signUp(
  t: TestApp,
  { role = 'patient', grants = [], name = 'Asha Rao', username }: Wanted = {},
): Promise<Person> {
  const account = {
    username: username ?? `person-${randomBytes(6).toString('hex')}`,
    password: `${randomBytes(9).toString('base64url')}!9k`,
  };
  const email = `${randomBytes(4).toString('hex')}@example.org`;
  const { id } = await good(t, 'POST /register/user/', { body: { ...account, email } });
  for (const grant of grants) {
    await sql`insert into grants (user_id, name, granted_at) values (${id}, ${grant}, ${t.clock.now()})`.execute(t.db);
  }
  const { access, refresh } = await good(t, 'POST /token/', { body: account });
  const profile = { name, about: 'Here for a test.', phone: '+91 98765 43210' };
  if (role === 'patient') await good(t, 'POST /register/user/basic/', { as: access, body: profile });
  if (role === 'healthcare_provider') {
    const [speciality] = await good(t, 'GET /speciality/?limit=1');
    await good(t, 'POST /register/provider/', {
      as: access,
      body: {
        ...profile,
        experience: 12,
        education: 'MBBS, MD',
        address: '5 Lake Road, Pune 411001',
        fees: 800,
        speciality: [speciality.id],
      },
    });
  }
  return { user_id: id, ...account, access, refresh };
}

/** The same person with new tokens, after the clock was moved beyond the old ones. */
export async function logInAgain(t: TestApp, person: Person): Promise<Person> {
  const { username, password } = person;
  return { ...person, ...(await good(t, 'POST /token/', { body: { username, password } })) };
}

interface WantedVisit {
  /** Local time of the provider's zone, or an instant. The next half hour that this file's tests have not had, if absent. */
  at?: string | Date;
  problem?: string;
}

let booked = 0;
const halfHour = 30 * 60_000;

/** A request of a patient to a provider through the API, as the patient got it. */
export async function book(
  t: TestApp,
  patient: Person,
  provider: Pick<Person, 'user_id'>,
  { at, problem = 'A cough that stays.' }: WantedVisit = {},
): Promise<Appointment> {
  const next = () => new Date((Math.ceil(t.clock.now().getTime() / halfHour) + 48 + booked++) * halfHour);
  const wanted = at ?? next();
  const body = {
    user: patient.user_id,
    healthcare_provider: provider.user_id,
    appointment_datetime: typeof wanted === 'string' ? wanted : wanted.toISOString(),
    problem,
  };
  return await good(t, 'POST /api/appointments/create/', { as: patient.access, body });
}

/** Does a call that must succeed, and gives what it answers. */
export async function good(t: TestApp, line: string, options: Parameters<TestApp['call']>[1] = {}) {
  const answer = await t.call(line, options);
  if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
