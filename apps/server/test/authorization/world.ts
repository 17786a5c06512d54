import { sql } from 'kysely';
import pg from 'pg';
import { visitLinks } from '../../src/modules/calendars/calendars.ts';
import { exportLinks } from '../../src/modules/privacy/exports.ts';
import { recordLinks } from '../../src/modules/records/records.ts';
import { openAuthenticator } from '../fixtures/authenticator.ts';
import { type Canaries, openCanaries } from './taint-markers.ts';
import { answerOf, forgedChallenge, newPasskey } from './factors.ts';
import { arrive, askers } from './actors.ts';
import type { Factors, Ground, Somebody } from './somebody.ts';
import { openExporting } from './my-data.ts';
import { openTelling } from './notifications.ts';
import { groups, type Kind, people, type PersonName, type Relation, type Thing } from './notation.ts';
import { evidenceToken, openRegistry } from './registry.ts';
import { openWorkshop } from './objects.ts';

/** A world in which everybody has something of every kind, and a stranger has the same. */
export interface World {
  canaries: Canaries;
  askers: ReadonlyMap<PersonName, Somebody>;
  /** What the kind and the relation mean to an asker; undefined where there is no such thing. */
  thing(kind: Kind, relation: Relation, who: PersonName): Thing | undefined;
}

const missingId = 2_000_000_001;
const room = 1;
const links = [
  ['verification_link', 'verify'],
  ['reset_link', 'reset'],
] as const;

const ownClaims = [
  ['provider_p', 'draft'],
  ['provider_q', 'submitted'],
  ['both', 'verified'],
  ['verifier', 'submitted'],
] as const;

/** Makes the world. `owner` is the owner of the database, who alone may say with which ids tables begin. */
export async function makeWorld(ground: Ground, owner: pg.ClientConfig): Promise<World> {
  await startIds(owner);
  const canaries = openCanaries();
  const all = await askers(ground, canaries);
  const things = new Map<string, Thing>();
  const put = (kind: Kind, relation: Relation, thing: Thing, who: PersonName | 'all' = 'all') =>
    things.set(`${kind} ${relation} ${who}`, thing);

  const of = (name: string, more: Partial<Parameters<typeof arrive>[2]> = {}) =>
    arrive(ground, canaries, { name, ...more });
  const knownTo = groups.providers;
  const stranger = await of('stranger', { factors: 'confirmed' });
  const strangeProvider = await of('strange_provider', { profile: 'provider' });
  const livePatient = await of('live_patient', { knownTo });
  const liveProvider = await of('live_provider', { profile: 'provider' });
  const endedPatient = await of('ended_patient', { knownTo });
  const endedProvider = await of('ended_provider', { profile: 'provider' });
  const unlisted = await of('unlisted', { profile: 'provider', silent: true });
  const gone = await of('gone', { silent: true, factors: 'begun' });
  const silent = await of('silent', { silent: true });
  const colleague = await of('colleague');
  const make = openWorkshop(ground, canaries, silent, colleague);
  const blocked = await of('blocked');
  await grant(ground, colleague, 'moderator');
  await grant(ground, stranger, 'verifier');
  await grant(ground, colleague, 'verifier');
  await hide(ground, canaries, unlisted, gone, stranger, silent);

  const askedHidden = await make.question(stranger, 'hidden');
  const asked = await make.question(stranger);
  put('question', 'others', asked);
  put('question', 'hidden', askedHidden);
  put('answer', 'others', await make.answer(stranger, asked));
  put('answer', 'hidden', await make.answer(stranger, asked, 'hidden'));
  put('article', 'others', await make.article(stranger));
  put('article', 'others_deleted', await make.article(stranger, 'deleted'));
  const hiddenArticle = await make.article(stranger, 'hidden');
  put('article', 'hidden', hiddenArticle);
  const waitingArticle = await make.waitingArticle(stranger);
  put('appeal', 'others', await make.appeal(stranger));
  put('appeal', 'others_deleted', await make.appeal(stranger, true));
  const moderator = all.get('moderator') as Somebody;
  put('appeal', 'related', await make.appeal(stranger, false, moderator), 'moderator');
  put('message', 'others', await make.message(stranger, room));
  put('message', 'hidden', await make.message(stranger, room, 'hidden'));
  put('message', 'blocked', await make.message(blocked, room));
  put('visit', 'others', await make.visit(stranger, strangeProvider, 'coming', 'requested'));
  put('visit', 'others_deleted', await make.visit(stranger, strangeProvider, 'coming', 'cancelled'));
  const strangersVisit = await make.visit(stranger, strangeProvider, 'past', 'approved');
  put('past_visit', 'others', strangersVisit);
  for (const kind of ['report', 'written_report'] as const) {
    put(kind, 'others', await make.report(strangersVisit, stranger, strangeProvider));
    put(kind, 'others_deleted', await make.report(strangersVisit, stranger, strangeProvider, true));
    put(`held_${kind}`, 'others', await make.report(strangersVisit, stranger, strangeProvider, false, true));
  }
  // What stands behind a link is told to everybody who comes with its passcode.
  const open = await of('open_patient', { knownTo: people, silent: true });
  const openVisit = await make.visit(open, strangeProvider, 'past', 'approved');
  const openReport = await make.report(openVisit, open, strangeProvider, false, false, [...all.values()]);
  put('share', 'others', await make.share(openReport, open));
  const elsewhere = await make.report(strangersVisit, stranger, strangeProvider, false, false, [liveProvider]);
  put('own_document_report', 'others', await make.ownDocument(stranger));
  put('shared_report', 'others', await make.share(elsewhere, stranger, liveProvider));
  await make.wait(stranger, strangeProvider);
  put('calendar', 'others', await make.calendar(stranger));
  put('calendar', 'missing', { id: 0, side: 'provider', token: 'x'.repeat(43) });
  put('session', 'others', await make.session(stranger));
  const telling = openTelling(ground, canaries);
  put('notification', 'others', await telling.notification(stranger, strangersVisit));
  put('push_device', 'others', await telling.device(stranger, await make.session(stranger)));
  const copyOf = openExporting(ground, canaries);
  put('export', 'others', await copyOf(stranger));
  put('purpose', 'others', { id: 'reports' });
  put('purpose', 'missing', { id: 'advertising' });
  put('session', 'missing', { id: '00000000-0000-4000-8000-000000000000' });
  for (const [kind, purpose] of links) {
    put(kind, 'others', await make.link(stranger, purpose));
    put(kind, 'deleted', await make.link(gone, purpose));
    put(kind, 'missing', { id: 0, token: 'x'.repeat(43) });
  }
  put('room', 'others', { id: room });
  put('room', 'deleted', await make.closedRoom());
  put('dead_letter', 'others', await make.deadLetter(stranger));
  put('person', 'others', { id: stranger.user_id, provider: strangeProvider.user_id });
  put('person', 'deleted', { id: gone.user_id, provider: strangeProvider.user_id });
  put('provider', 'others', await make.photo(strangeProvider));
  put('provider', 'deleted', await make.photo(unlisted, false));
  put('leave', 'others', await make.leave(strangeProvider));
  for (const provider of [strangeProvider, unlisted]) await make.hours(provider);
  put('person', 'missing', { id: missingId, provider: strangeProvider.user_id });
  put('provider', 'missing', { id: missingId, version: '0'.repeat(32) });
  put('speciality', 'others', { id: 1 });
  put('speciality', 'deleted', await make.retiredSpeciality());
  put('document', 'others', { id: 'about' });
  put('document', 'missing', { id: 'nothing' });
  const theirs = stranger.factors as Factors;
  put('passkey', 'others', theirs.passkey);
  put('app_code', 'others', { id: 0, code: theirs.code });
  put('recovery_code', 'others', { id: 0, code: theirs.recoveryCode as string });
  for (const kind of ['app_code', 'recovery_code'] as const) put(kind, 'missing', { id: 0, code: 'zzzzz-zzzzz' });
  put('new_passkey', 'others', newPasskey(ground, theirs.challenges.add));
  put('new_passkey', 'missing', newPasskey(ground, forgedChallenge()));
  put('passkey_answer', 'missing', answerOf(theirs, forgedChallenge()));
  put('second_step', 'others', theirs.secondStep);
  put('second_step', 'missing', { id: 0, ticket: 'none', code: 'none' });
  put('passkey_login', 'others', answerOf(theirs, theirs.challenges.login));
  put('passkey_login', 'deleted', answerOf(gone.factors as Factors, theirs.challenges.login));
  put('passkey_login', 'taken', answerOf(theirs, theirs.challenges.confirm));
  put('passkey_login', 'missing', answerOf({ key: openAuthenticator(ground.origin) }, theirs.challenges.login));
  const [livePhoto, endedPhoto] = [await make.photo(liveProvider), await make.photo(endedProvider)];

  const registry = openRegistry(ground, canaries);
  const claimant = (name: string) => of(name, { profile: 'provider' });
  await registry.fill(put, claimant, all.get('verifier') as Somebody, colleague);
  for (const [who, state] of ownClaims) await registry.own(put, all.get(who) as Somebody, state, colleague);
  const suspended = await of('suspended', { profile: 'provider', silent: true });
  await registry.suspend(suspended);
  await make.hours(suspended);
  put('provider', 'hidden', await make.photo(suspended, false));

  for (const who of people) {
    if (who === 'anonymous') continue;
    const me = all.get(who) as Somebody;
    const own = (kind: Kind, relation: Relation, thing: Thing) => put(kind, relation, thing, who);
    const provides = (groups.providers as readonly string[]).includes(who);
    const [live, ended] = provides ? [livePatient, endedPatient] : [liveProvider, endedProvider];

    own('visit', 'own', await make.visit(me, strangeProvider, 'coming', 'requested'));
    own('visit', 'deleted', await make.visit(me, strangeProvider, 'coming', 'cancelled'));
    const past = await make.visit(me, strangeProvider, 'past', 'approved');
    own('past_visit', 'own', past);
    own('notification', 'own', await telling.notification(me, past));
    own('notification', 'deleted', await telling.notification(me, past, true));
    own('push_device', 'own', await telling.device(me, await make.session(me)));
    own('push_device', 'deleted', await telling.device(me, await make.session(me, true), true));
    own('past_visit', 'deleted', await make.visit(me, strangeProvider, 'past', 'cancelled'));
    own('decided_visit', 'own', await make.decidedVisit(me, strangeProvider));
    own('decided_visit', 'deleted', await make.visit(me, strangeProvider, 'coming', 'cancelled'));
    own('report', 'own', await make.report(past, me, strangeProvider));
    own('report', 'deleted', await make.report(past, me, strangeProvider, true));
    own('held_report', 'own', await make.report(past, me, strangeProvider, false, true));
    own('own_document_report', 'own', await make.ownDocument(me));
    for (const relation of ['own', 'deleted'] as const) {
      const behindLink = await make.report(past, me, strangeProvider);
      own('share', relation, await make.share(behindLink, me, undefined, relation === 'deleted'));
    }
    if (provides) {
      own('visit', 'related', await make.visit(live, me, 'coming', 'requested'));
      own('visit', 'ended', await make.visit(ended, me, 'past', 'declined'));
      own('decided_visit', 'related', await make.decidedVisit(live, me));
      own('decided_visit', 'ended', await make.visit(ended, me, 'past', 'declined'));
      const written = await make.visit(live, me, 'past', 'approved');
      own('past_visit', 'related', written);
      own('past_visit', 'ended', await make.visit(ended, me, 'past', 'declined'));
      own('written_report', 'own', await make.report(written, live, me));
      own('written_report', 'deleted', await make.report(written, live, me, true));
      own('held_written_report', 'own', await make.report(written, live, me, false, true));
      const elsewhereSeen = await make.visit(live, strangeProvider, 'past', 'approved');
      for (const relation of ['own', 'deleted'] as const) {
        const readers = relation === 'own' ? [me] : [];
        const shared = await make.report(elsewhereSeen, live, strangeProvider, false, false, readers);
        own('shared_report', relation, await make.share(shared, live, me, relation === 'deleted'));
      }
      own('provider', 'own', await make.photo(me));
      own('leave', 'own', await make.leave(me));
    } else {
      await make.visit(me, live, 'coming', 'approved');
      await make.visit(me, ended, 'past', 'approved');
      own('provider', 'related', livePhoto);
      own('provider', 'ended', endedPhoto);
      own('visit', 'related', await make.visit(stranger, live, 'coming', 'requested'));
      own('visit', 'ended', await make.visit(stranger, ended, 'past', 'declined'));
      own('decided_visit', 'related', await make.decidedVisit(stranger, live));
      own('decided_visit', 'ended', await make.visit(stranger, ended, 'past', 'declined'));
      own('past_visit', 'related', await make.visit(stranger, live, 'past', 'approved'));
      own('past_visit', 'ended', await make.visit(stranger, ended, 'past', 'approved'));
    }
    // Somebody else wrote it, or it is about somebody else.
    const [theirPatient, theirProvider] = provides ? [live, strangeProvider] : [stranger, live];
    const foreign = await make.visit(theirPatient, theirProvider, 'past', 'approved');
    own('report', 'related', await make.report(foreign, theirPatient, theirProvider));
    own('written_report', 'related', await make.report(foreign, theirPatient, theirProvider));
    const [oldPatient, oldProvider] = provides ? [ended, strangeProvider] : [stranger, ended];
    const old = await make.visit(oldPatient, oldProvider, 'past', 'completed');
    own('report', 'ended', await make.report(old, oldPatient, oldProvider));
    own('written_report', 'ended', await make.report(old, oldPatient, oldProvider));

    for (const [relation, author] of [
      ['own', me],
      ['related', live],
      ['ended', ended],
    ] as const) {
      own('article', relation, await make.article(author));
      own('question', relation, await make.question(author));
      own('answer', relation, await make.answer(author, asked));
      own('message', relation, await make.message(author, room));
      own('person', relation, { id: author.user_id, provider: strangeProvider.user_id });
    }
    for (const [relation, fate] of [
      ['deleted', 'deleted'],
      ['own_hidden', 'hidden'],
    ] as const) {
      own('article', relation, await make.article(me, fate));
      own('question', relation, await make.question(me, fate));
      own('answer', relation, await make.answer(me, asked, fate));
      own('message', relation, await make.message(me, room, fate));
    }
    const mine = me.factors as Factors;
    own('passkey', 'own', mine.passkey);
    own('app_code', 'own', { id: 0, code: mine.code });
    if (mine.usedCode !== undefined) own('app_code', 'deleted', { id: 0, code: mine.usedCode });
    if (mine.recoveryCode !== undefined) own('recovery_code', 'own', { id: 0, code: mine.recoveryCode });
    own('new_passkey', 'own', newPasskey(ground, mine.challenges.add));
    own('passkey_answer', 'own', answerOf(mine, mine.challenges.confirm));
    own('passkey_answer', 'others', answerOf(theirs, mine.challenges.confirm));
    own('passkey_answer', 'taken', answerOf(mine, theirs.challenges.confirm));
    own('second_step', 'own', mine.secondStep);
    own('passkey_login', 'own', answerOf(mine, mine.challenges.login));
    own('export', 'own', await copyOf(me));
    own('appeal', 'own', await make.appeal(me));
    own('appeal', 'deleted', await make.appeal(me, true));
    for (const article of [hiddenArticle, waitingArticle]) await make.complaint(me, article);
    await make.wait(me, strangeProvider);
    own('calendar', 'own', await make.calendar(me));
    own('session', 'own', await make.session(me));
    own('session', 'deleted', await make.session(me, true));
    for (const [kind, purpose] of links) own(kind, 'own', await make.link(me, purpose));
    own('answer', 'beneath_hidden', await make.answer(me, askedHidden));
    await sql`
      insert into blocks (user_id, blocked_id, blocked_at)
      values (${me.user_id}, ${blocked.user_id}, ${ground.clock.now()})`.execute(ground.db);
  }

  return {
    canaries,
    askers: all,
    thing(kind, relation, who) {
      const found =
        things.get(`${kind} ${relation} ${who}`) ??
        things.get(`${kind} ${relation} all`) ??
        (relation === 'missing' ? { id: missingId } : undefined);
      const somebody = all.get(who);
      if (found === undefined || somebody === undefined || somebody.user_id === 0) return found;
      if (kind === 'evidence') return { ...found, token: evidenceToken(ground, found, somebody) };
      if (kind === 'export') return { ...found, token: tokenOf(exportLinks, ground, found, somebody) };
      if (kind === 'visit') return { ...found, token: tokenOf(visitLinks, ground, found, somebody) };
      return kind.endsWith('report') ? { ...found, token: tokenOf(recordLinks, ground, found, somebody) } : found;
    },
  };
}

/** A genuine link of somebody's own session to a file, whether or not it is theirs. */
function tokenOf(signed: typeof recordLinks, { config, clock }: Ground, { id }: Thing, somebody: Somebody) {
  const actor = { ...somebody, role: 'patient', grants: [], held_grants: [] } as const;
  return signed.to(config.secret, Number(id), actor, 'view', clock.now()).split('token=')[1] as string;
}

/** Ids that stand for themselves in any text: of ten digits, and different for each table. */
async function startIds(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  const tables = [
    'users',
    'appointments',
    'records',
    'blogs',
    'questions',
    'answers',
    'moderated',
    'appeals',
    'verification_claims',
    'verification_files',
    'passkeys',
    'push_devices',
    'leaves',
    'exports',
    'shares',
  ];
  for (const [index, table] of tables.entries()) {
    await client.query(`alter table ${table} alter column id restart with ${1_100_000_001 + index * 1_000_000}`);
  }
  await client.query('alter sequence message_ids restart with 1190000001');
  await client.query('alter sequence notification_ids restart with 1195000001');
  await client.end();
}

async function grant({ db, clock }: Ground, { user_id }: Somebody, name: 'moderator' | 'verifier') {
  await sql`insert into grants (user_id, name, granted_at) values (${user_id}, ${name}, ${clock.now()})`.execute(db);
}

/** What is not for anybody: an unlisted provider, a disabled account, what a silent person did, and what the server keeps. */
async function hide(
  { db, clock }: Ground,
  canaries: Canaries,
  unlisted: Somebody,
  gone: Somebody,
  stranger: Somebody,
  silent: Somebody,
) {
  const now = clock.now();
  const word = (what: string, entitled: readonly PersonName[] = []) => canaries.word(what, entitled);
  const secret = (column: string) => word(`${column} of an unlisted provider`);
  await sql`
    update providers set listed = false, name = ${secret('name')}, address = ${secret('address')}, phone = ${secret('phone')},
      education = ${secret('education')}, about = ${secret('about')}, city = ${secret('city')}, search = ${secret('search text')},
      registration_number = ${secret('registration number')}, council = ${secret('council')},
      languages = array[${secret('language')}] where user_id = ${unlisted.user_id}`.execute(db);
  await sql`update users set disabled_at = ${now} where id = ${gone.user_id}`.execute(db);
  await sql`
    insert into account_decisions (user_id, decision, reason, decided_at)
    values (${gone.user_id}, 'disable', ${word('reason of a decision', ['administrator'])}, ${now})`.execute(db);
  for (const one of [unlisted, gone, silent]) canaries.declare(one.user_id, `id of ${one.name}`, ['administrator']);
  await sql`
    insert into blocks (user_id, blocked_id, blocked_at) values (${stranger.user_id}, ${silent.user_id}, ${now})`.execute(
    db,
  );
  await sql`
    insert into audit (at, actor_id, action, outcome, reason)
    values (${now}, ${stranger.user_id}, 'denied', 'refused', ${word('reason in the audit', ['administrator'])})`.execute(
    db,
  );
  await sql`
    insert into idempotency_keys (user_id, route, key, body_hash, status, body, created_at)
    values (${stranger.user_id}, 'POST /apis/blogs/create/', ${word('idempotency key')}, ${Buffer.alloc(32)}, 201,
      ${JSON.stringify({ title: word('kept answer') })}, ${now})`.execute(db);
  await sql`
    insert into throttle (key, points, ends_at) values (${word('key of a counter')}, 1, ${now})`.execute(db);
}
