import { randomBytes } from 'node:crypto';
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

async function good(t: TestApp, line: string, options: Parameters<TestApp['call']>[1] = {}) {
  const answer = await t.call(line, options);
  if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
