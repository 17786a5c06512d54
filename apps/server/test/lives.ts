import { randomBytes } from 'node:crypto';
import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { sql } from 'kysely';
import type { Db } from '../src/core/db.ts';
import { formOf, pdf, reportForm } from './report-files.ts';

// People with full lives on the site. Whatever a person says, is called or sends holds the same word, by which every
// trace of them is found: in a row, in a file, in a letter.

interface CallOptions {
  as?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  text: string;
  body: any;
}

/** A running site: its calls, and its database for what time or chance would bring. */
export interface Site {
  call(line: string, options?: CallOptions): Promise<Answer>;
  db: Db;
  now(): Date;
}

export interface Life {
  /** Stands in everything of this person. */
  word: string;
  user_id: number;
  username: string;
  password: string;
  access: string;
}

const halfHour = 1_800_000;
let lives = 0;

/** Does a call that must succeed. */
async function good(site: Site, line: string, options?: CallOptions) {
  const answer = await site.call(line, options);
  if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** An account with a confirmed address and a profile. */
export async function arrive(site: Site, role: 'patient' | 'healthcare_provider'): Promise<Life> {
  const word = `kestrel${randomBytes(3).toString('hex')}${++lives}x`;
  const account = { username: `${word}user`, password: `${randomBytes(12).toString('base64url')}!9k` };
  const { id } = await good(site, 'POST /register/user/', { body: { ...account, email: `${word}@example.org` } });
  await sql`update users set email_verified_at = ${site.now()}, language = 'hi' where id = ${id}`.execute(site.db);
  const { access } = await good(site, 'POST /token/', { body: account });
  const life = { word, user_id: id, ...account, access };
  const profile = { name: `${word} Rao`, about: `I am ${word}.`, phone: '+91 98765 43210' };
  if (role === 'patient') await good(site, 'POST /register/user/basic/', { as: access, body: profile });
  else {
    const [speciality] = await good(site, 'GET /speciality/?limit=1');
    const body = { ...profile, experience: 12, education: `MBBS ${word}`, address: `5 ${word} Road, Pune`, fees: 800 };
    const named = { city: `${word}pur`, registration_number: `MH-${word}`, council: `Council of ${word}` };
    await good(site, 'POST /register/provider/', {
      as: access,
      body: { ...body, ...named, speciality: [speciality.id] },
    });
  }
  return life;
}

/** What anybody does in the community, among others who answer. */
async function socialise(site: Site, life: Life, other: Life, moderator: Life) {
  const { word } = life;
  const as = life.access;
  const article = (of: Life, text: string) =>
    good(site, 'POST /apis/blogs/create/', {
      as: of.access,
      body: { title: `Title ${text}`, content: `Content ${text}` },
    });
  const ask = async (of: Life, text: string): Promise<number> =>
    (await good(site, 'POST /apis/help-center/create/', { as: of.access, body: { problem: `Problem ${text}` } }))
      .prob_id;
  const answer = (of: Life, question: number, text: string) =>
    good(site, `POST /apis/help-center/${question}/comments/`, { as: of.access, body: { comment: `Comment ${text}` } });

  const own = await article(life, word);
  await good(site, `POST /apis/like/${own.id}/`, { as: other.access });
  const theirs = await article(other, 'of another');
  await good(site, `POST /apis/like/${theirs.id}/`, { as });
  const answered = await ask(life, `${word} answered`);
  await answer(other, answered, 'by another');
  const unanswered = await ask(life, `${word} unanswered`);
  const othersQuestion = await ask(other, 'of another');
  await answer(life, othersQuestion, `${word} first`);
  await answer(other, othersQuestion, 'between');
  await answer(life, othersQuestion, `${word} last`);

  const [room] = await good(site, 'GET /apis/chat-rooms/?limit=1', { as });
  const said = [];
  for (const text of ['first', 'second', 'third']) {
    const content = `Message ${word} ${text}`;
    said.push(await good(site, `POST /apis/messages-create/${room.id}/`, { as, body: { content } }));
    await good(site, `POST /apis/messages-create/${room.id}/`, { as: other.access, body: { content: `To ${text}` } });
  }
  await good(site, `POST /apis/chat-rooms/${room.id}/read/`, { as, body: { seq: said[0].seq } });
  await good(site, `PUT /apis/blocks/${moderator.user_id}/`, { as });
  await good(site, `PUT /apis/blocks/${life.user_id}/`, { as: moderator.access });

  // Reported, hidden, appealed; and one that still waits.
  const report = { reason: 'private', note: `Note of ${word}` };
  await good(site, 'POST /apis/reports/create/', { as, body: { kind: 'blog', id: theirs.id, ...report } });
  const about = { reason: 'unkind', note: `About ${word}` };
  for (const [kind, id] of [
    ['message', said[1].id],
    ['question', answered],
  ] as const) {
    await good(site, 'POST /apis/reports/create/', { as: other.access, body: { kind, id, ...about } });
  }
  const hidden = { kind: 'message', id: said[1].id };
  await good(site, 'POST /apis/moderation/hide/', {
    as: moderator.access,
    body: { ...hidden, reason: `Because ${word}` },
  });
  await good(site, 'POST /apis/appeals/create/', { as, body: { ...hidden, text: `Appeal of ${word}` } });
  return { article: own.id as number, answered, unanswered, othersQuestion, room: room.id as number, said };
}

/** How somebody signs in and is told. */
async function settle(site: Site, { word, user_id, access: as, username }: Life) {
  const { db } = site;
  const now = site.now();
  await good(site, 'PUT /api/notification-choices/', {
    as,
    body: { topic: 'reminders', in_app: true, email: true, push: false },
  });
  await good(site, 'PUT /api/quiet-hours/', { as, body: { from: '22:00', to: '07:00', time_zone: 'Asia/Kolkata' } });
  await good(site, 'POST /api/calendars/patient/', { as, body: { names: true } });
  const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${user_id} limit 1`.execute(db);
  await sql`
    insert into push_devices (user_id, endpoint, p256dh, auth, session_id, device, added_at)
    values (${user_id}, ${`https://push.example.org/${word}`}, ${word}, ${word}, ${rows[0]?.id}, ${`Phone of ${word}`}, ${now})`.execute(
    db,
  );
  await sql`update sessions set device = ${`Phone of ${word}`} where user_id = ${user_id}`.execute(db);
  await sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, added_at)
    values (${user_id}, ${word}, ${Buffer.from(word)}, 0, '{}', ${`Key of ${word}`}, ${now})`.execute(db);
  await sql`
    insert into recovery_codes (user_id, hash) values (${user_id}, ${randomBytes(32)})`.execute(db);
  await sql`
    insert into authenticator_apps (user_id, secret, created_at, confirmed_at)
    values (${user_id}, ${Buffer.from(word)}, ${now}, ${now})`.execute(db);
  // What a second factor asks for from then on.
  await sql`update sessions set second_factor_at = ${now} where user_id = ${user_id}`.execute(db);
  await sql`
    insert into email_links (hash, user_id, purpose, email, created_at, expires_at)
    values (${randomBytes(32)}, ${user_id}, 'change', ${`new-${word}@example.org`}, ${now}, ${now})`.execute(db);
  await sql`
    insert into account_decisions (user_id, decision, reason, decided_at)
    values (${user_id}, 'end_sessions', ${`Asked for by ${word}`}, ${now})`.execute(db);
  for (const [kind, lane, payload] of [
    ['letter', `person ${user_id}`, { to: `${word}@example.org`, subject: 'Hello', text: username }],
    ['password_reset', null, { email: `${word.toUpperCase()}@example.org` }],
  ] as const) {
    await sql`
      insert into jobs (kind, payload, lane, created_at, due_at, dead_at)
      values (${kind}, ${JSON.stringify(payload)}, ${lane}, ${now}, now(), now())`.execute(db);
  }
  await good(site, 'POST /register/user/basic/', {
    as,
    headers: { 'idempotency-key': `key-${word}` },
    body: { name: `${word} Rao`, about: `I am ${word}.`, phone: '+91 98765 43210' },
  });
}

/** A visit as it would stand there if it had been asked for before; `hours` from now. */
async function visit(site: Site, patient: Life, provider: Life, hours: number, status = 'approved'): Promise<number> {
  const starts = new Date(Math.ceil(site.now().getTime() / halfHour) * halfHour + hours * 2 * halfHour);
  const ends = new Date(starts.getTime() + halfHour);
  const { rows } = await sql<{ id: number }>`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at, decided_at)
    values (${provider.user_id}, ${patient.user_id}, ${starts}, ${ends}, 'Asia/Kolkata', tstzrange(${starts}, ${ends}),
      ${`Problem of ${patient.word}`}, ${status}, ${site.now()}, ${status === 'requested' ? null : site.now()}) returning id`.execute(
    site.db,
  );
  return (rows[0] as { id: number }).id;
}

/** A report with a file that holds the patient's word, too. */
async function upload(site: Site, appointment: number, patient: Life, provider: Life): Promise<number> {
  const data = pdf({ holds: `Report about ${patient.word}` });
  const texts = { title: `Title about ${patient.word}`, sentence: `What ${patient.word} has.` };
  const added = await good(site, `POST /api/records/create/${appointment}/`, {
    as: provider.access,
    ...(reportForm(data, texts) as CallOptions),
  });
  return added.id;
}

/** A document of the patient's own, shared with a provider who goes, with one who stays, and by a link; and a copy of it all. */
async function takeAlong(site: Site, { access: as, word, password }: Life, ...providers: Life[]) {
  const data = pdf({ holds: `Letter of ${word}` });
  const parts = [
    { name: 'title', data: `Letter of ${word}` },
    { name: 'document', fileName: `${word}.pdf`, data },
  ];
  const { id } = await good(site, 'POST /api/own-documents/', { as, ...(formOf(parts) as CallOptions) });
  for (const shared of [...providers.map(({ user_id }) => ({ provider: user_id })), {}]) {
    await good(site, 'POST /api/shares/', { as, body: { records: [id], ...shared } });
  }
  const [consent] = await good(site, 'GET /api/my-data/consents/', { as });
  await good(site, `POST /api/my-data/consents/${consent.purpose}/`, { as, body: { version: consent.version } });
  await good(site, 'POST /api/my-data/exports/', { as, body: { current_password: password } });
}

export type Lived = Awaited<ReturnType<typeof live>>;

/** Lets two people live fully: one is a patient, one a provider; `others` are those whom they meet. */
export async function live(
  site: Site,
  patient: Life,
  provider: Life,
  others: { doctor: Life; reader: Life; moderator: Life },
) {
  const { doctor, reader, moderator } = others;
  const posts = {
    patient: await socialise(site, patient, reader, moderator),
    provider: await socialise(site, provider, reader, moderator),
  };
  // With a doctor and a patient who both stay.
  const past = await visit(site, patient, doctor, -50);
  const visits = {
    past,
    toCome: await visit(site, patient, doctor, 50),
    asked: await visit(site, patient, doctor, 60, 'requested'),
    ofProvider: await visit(site, reader, provider, -40),
    withProvider: await visit(site, reader, provider, 55),
  };
  const reports = {
    ofPatient: await upload(site, past, patient, doctor),
    byProvider: await upload(site, visits.ofProvider, reader, provider),
  };
  await good(site, `POST /api/waiting/${doctor.user_id}/`, {
    as: patient.access,
    body: { problem: `Wait of ${patient.word}` },
  });
  await good(site, `POST /api/waiting/${provider.user_id}/`, {
    as: reader.access,
    body: { problem: 'Wait of another' },
  });
  // Answers to others in which the names stand, kept should those ask once more.
  await good(site, `PUT /api/approve-appointment/${visits.asked}/`, {
    as: doctor.access,
    headers: { 'idempotency-key': 'approve-once' },
  });

  const { access: as, word } = provider;
  const day = (days: number) => new Date(site.now().getTime() + days * 48 * halfHour).toISOString().slice(0, 10);
  const weekly = [{ weekday: 1, hours: [{ from: '09:00', to: '17:00' }] }];
  await good(site, 'PUT /api/schedule/', {
    as,
    body: { ...scheduleDefaults, weekly, dated: [{ day: day(30), hours: [] }] },
  });
  await good(site, 'POST /api/leaves/', {
    as,
    body: { from: `${day(20)}T00:00`, to: `${day(21)}T00:00`, reason: `Leave of ${word}` },
  });
  await good(site, 'PUT /api/waiting-list/', { as, body: { open: true } });
  await sql`insert into freed_times (provider_id, starts_at) values (${provider.user_id}, ${site.now()})`.execute(
    site.db,
  );
  await sql`insert into grants (user_id, name, granted_at) values (${provider.user_id}, 'verifier', ${site.now()})`.execute(
    site.db,
  );
  const version = randomBytes(16).toString('hex');
  await sql`update providers set photo = ${version} where user_id = ${provider.user_id}`.execute(site.db);
  await sql`
    insert into provider_photos (provider_id, version, image, added_at)
    values (${provider.user_id}, ${version}, ${Buffer.from(`photo of ${word}`)}, ${site.now()})`.execute(site.db);
  const document = formOf([{ name: 'file', fileName: `${word}.pdf`, data: pdf({ holds: `Degree of ${word}` }) }]);
  await good(site, 'POST /api/verification/files/', { as, ...(document as CallOptions) });
  await good(site, 'POST /api/verification/submit/', { as });

  for (const life of [patient, provider]) await settle(site, life);
  await takeAlong(site, patient, provider, doctor);
  await takeAlong(site, reader, provider);
  return { posts, visits, reports };
}
