import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openSessions } from '../../src/platform/auth/auth.ts';
import type { Canaries, Entitled } from './taint-markers.ts';
import { setUpFactors } from './factors.ts';
import type { Ground, Somebody } from './somebody.ts';
import { people, type PersonName } from './notation.ts';

type Profile = 'patient' | 'provider' | 'both' | 'none';

interface Wanted {
  name: string;
  profile?: Profile;
  /** Who may read the name and the telephone number beside the person: those who have appointments with them. */
  knownTo?: Entitled;
  /** Writes nothing in public, so that the name of the account is told to nobody. */
  silent?: boolean;
  /** With a second factor of every kind; the authenticator app only begun, or confirmed. */
  factors?: 'begun' | 'confirmed';
}

/** Registers somebody through the API, with secrets in all that is private, and logs them in. */
export async function arrive(ground: Ground, canaries: Canaries, wanted: Wanted): Promise<Somebody> {
  const { name, profile = 'patient', knownTo = [], silent = false } = wanted;
  const self = name as PersonName;
  const word = (what: string, entitled: Entitled = [self]) => canaries.word(`${what} of ${name}`, entitled);
  const account = {
    username: silent ? word('username', [self, ...knownTo, 'administrator']) : `${name.replaceAll('_', '-')}-in-public`,
    password: randomBytes(15).toString('base64url'),
  };
  canaries.declare(account.password, `password of ${name}`, []);
  const email = `${word('email', [self, 'administrator'])}@example.org`;
  const { id } = await good(ground, 'POST /register/user/', { body: { ...account, email } });
  const { access, refresh } = await good(ground, 'POST /token/', { body: account });
  const close = [self, ...knownTo];
  const basic = {
    name: `Asha ${word('name', close)}`,
    about: word('about'),
    phone: canaries.phone(`phone of ${name}`, close),
  };
  if (profile === 'patient' || profile === 'both')
    await good(ground, 'POST /register/user/basic/', { as: access, body: basic });
  if (profile === 'provider' || profile === 'both') {
    const form = { experience: 12, education: 'MBBS, MD', address: '5 Lake Road, Pune', fees: 800, speciality: [1] };
    const shown = { name: `Dr. ${name}`, about: 'Seen by all.', phone: '+91 80 1234 5678' };
    // In production nobody is listed before the address is confirmed; to all else here it never was.
    const confirmed = (at: Date | null) =>
      sql`update users set email_verified_at = ${at} where id = ${id}`.execute(ground.db);
    await confirmed(ground.clock.now());
    await good(ground, 'POST /register/provider/', { as: access, body: { ...shown, ...form } });
    await confirmed(null);
  }
  const { sid } = JSON.parse(Buffer.from(access.split('.')[1], 'base64url').toString());
  canaries.declare(sid, `session of ${name}`, [self]);
  const { key } = await good(ground, 'GET /account/draft-key/', { as: access });
  canaries.declare(key, `key of drafts of ${name}`, [self]);
  await declareHashes(ground, canaries, id, name);
  const somebody = { name, user_id: id, ...account, access, refresh, session_id: sid };
  if (wanted.factors === undefined) return somebody;
  return { ...somebody, factors: await setUpFactors(ground, canaries, somebody, wanted.factors === 'confirmed') };
}

async function declareHashes({ db }: Ground, canaries: Canaries, id: number, name: string) {
  const { rows } = await sql<{ password_hash: string; seed: Buffer }>`
    select u.password_hash, s.seed from users u join sessions s on s.user_id = u.id where u.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`${name} is missing`);
  canaries.declare(row.password_hash, `password hash of ${name}`, []);
  for (const form of ['hex', 'base64', 'base64url'] as const)
    canaries.declare(row.seed.toString(form), `seed of the session of ${name}`, []);
}

const profiles: Partial<Record<PersonName, Profile>> = {
  unknown: 'none',
  provider_p: 'provider',
  provider_q: 'provider',
  both: 'both',
  verifier: 'both',
};

/** Those who ask; the anonymous one has nothing but words of its own. */
export async function askers(ground: Ground, canaries: Canaries): Promise<Map<PersonName, Somebody>> {
  const { db, clock, config } = ground;
  const all = new Map<PersonName, Somebody>();
  for (const name of people) {
    if (name === 'anonymous') continue;
    const factors = name === 'provider_q' ? 'confirmed' : 'begun';
    all.set(name, await arrive(ground, canaries, { name, profile: profiles[name] ?? 'patient', factors }));
  }
  const nobody = { user_id: 0, username: 'nobody-at-all', password: 'no password', refresh: 'none', session_id: '' };
  all.set('anonymous', { name: 'anonymous', access: undefined, ...nobody });

  const idOf = (name: PersonName) => all.get(name)?.user_id;
  for (const grant of ['moderator', 'administrator', 'verifier'] as const) {
    await sql`
      insert into grants (user_id, name, granted_at) values (${idOf(grant)}, ${grant}, ${clock.now()})`.execute(db);
  }
  await sql`update sessions set second_factor_at = null where user_id = ${idOf('patient_b')}`.execute(db);
  await sql`update users set disabled_at = ${clock.now()} where id = ${idOf('disabled')}`.execute(db);
  await sql`
    update sessions set expires_at = ${new Date(clock.now().getTime() - 1000)}
    where user_id = ${idOf('expired')}`.execute(db);
  const expired = all.get('expired') as Somebody;
  const yesterday = { now: () => new Date(clock.now().getTime() - 86_400_000) };
  expired.access = openSessions(db, config, yesterday).issueAccess(expired.user_id, expired.session_id);
  return all;
}

async function good(ground: Ground, line: string, options: Parameters<Ground['call']>[1] = {}) {
  const answer = await ground.call(line, options);
  if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
