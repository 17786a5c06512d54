import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addFileKey } from '../../src/platform/files/files.ts';
import { linkToken } from '../../src/platform/mail/mail.ts';
import { hashPassword } from '../../src/platform/auth/auth.ts';
import { makeLink } from '../../src/modules/accounts/email-links.ts';
import { sharedLinks } from '../../src/modules/records/shared-file.ts';
import { hashOfToken } from '../../src/modules/records/shares.ts';
import { pdf } from '../fixtures/report-files.ts';
import type { Canaries, Entitled } from './taint-markers.ts';
import type { Ground, Somebody } from './somebody.ts';
import type { Thing } from './notation.ts';

const halfHour = 1_800_000;
const hour = 2 * halfHour;

/** How the address ends that somebody confirms by a link; whoever does gets their emails there from then on. */
export const byLetter = '-by-letter';

/** What becomes of a text that is posted: deleted by its author, or hidden by a moderator. */
export type Fate = 'stands' | 'deleted' | 'hidden';

/**
 * Writes the things of the world, each with a secret in every private column, and declares who may be told. What is hidden
 * was reported by `reporter` and hidden by the moderator `judge`.
 */
export function openWorkshop(
  { db, clock, config, files }: Ground,
  canaries: Canaries,
  reporter: Somebody,
  judge: Somebody,
) {
  let slots = 0;
  const named = (...of: (Somebody | 'moderator')[]) =>
    of.map((one) => (typeof one === 'string' ? one : one.name)) as Entitled;

  async function inserted(statement: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await statement.execute(db);
    return (rows[0] as { id: number }).id;
  }

  /** Who is told of a text, and what stands in it. */
  function writing(what: string, author: Somebody, fate: Fate, hider = judge) {
    const entitled = fate === 'hidden' ? named(author, 'moderator') : named(author);
    const hidden = fate === 'hidden';
    const reason = hidden ? canaries.word(`why a ${what} is hidden`, entitled) : null;
    return {
      entitled,
      text: (part: string) =>
        fate === 'stands'
          ? `A ${part} for all, a question of ${author.name}`
          : canaries.word(`${part} of a ${fate} ${what}`, entitled),
      hiddenAt: hidden ? clock.now() : null,
      reason,
      /** To be called with the id once it is there. */
      async written(kind: string, id: number) {
        if (fate !== 'stands') canaries.declare(id, `id of a ${fate} ${what}`, entitled);
        if (hidden) await moderate(kind, { id }, author, reason, hider);
      },
    };
  }

  /** What moderators keep of a thing that was reported and hidden. */
  async function moderate(kind: string, { id }: Thing, author: Somebody, reason: string | null, hider: Somebody) {
    const row = await inserted(sql`
      insert into moderated (kind, item_id, author_id, excerpt, address, reported_at, hidden_at, hidden_reason)
      values (${kind}, ${id}, ${author.user_id}, ${canaries.word('excerpt for moderators', named(author, 'moderator'))}, ${`/${kind}/${id}`}, ${clock.now()},
        ${clock.now()}, ${reason}) returning id`);
    canaries.declare(row, 'id of a moderated thing', []);
    await sql`
      insert into reports (moderated_id, reporter_id, reason, note, created_at)
      values (${row}, ${reporter.user_id}, 'unkind', ${canaries.word('note to moderators', ['moderator'])}, ${clock.now()})`.execute(
      db,
    );
    await sql`
      insert into moderation_decisions (moderated_id, moderator_id, decision, reason, decided_at)
      values (${row}, ${hider.user_id}, 'hide', ${reason}, ${clock.now()})`.execute(db);
  }

  return {
    /** An appointment; `when` is to come or past. */
    async visit(patient: Somebody, provider: Somebody, when: 'coming' | 'past', status: string): Promise<Thing> {
      slots += 1;
      const at = clock.now().getTime() + (when === 'coming' ? 24 * hour + slots * hour : -slots * hour - hour);
      const [starts, ends] = [new Date(at), new Date(at + halfHour)];
      const entitled = named(patient, provider);
      const id = await inserted(sql`
        insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
        values (${provider.user_id}, ${patient.user_id}, ${starts}, ${ends}, 'Asia/Kolkata', tstzrange(${starts}, ${ends}),
          ${canaries.word('problem of an appointment', entitled)}, ${status}, ${clock.now()}) returning id`);
      // Administrators see by its number who opened a visit.
      canaries.declare(id, 'id of an appointment', [...entitled, 'administrator']);
      return { id };
    },

    /** A leave far ahead, in nobody's way. */
    async leave(provider: Somebody): Promise<Thing> {
      const entitled = named(provider);
      const at = new Date(clock.now().getTime() + 500 * 24 * hour);
      const id = await inserted(sql`
        insert into leaves (provider_id, away, reason, created_at)
        values (${provider.user_id}, tstzrange(${at}, ${new Date(at.getTime() + hour)}),
          ${canaries.word('reason of a leave', entitled)}, ${clock.now()}) returning id`);
      canaries.declare(id, 'id of a leave', entitled);
      return { id };
    },

    /** Hours all round the clock. */
    async hours(provider: Somebody) {
      await sql`
        insert into schedules (provider_id, visit_minutes, buffer_before, buffer_after, notice_minutes, horizon_days,
          answer_hours, cancel_minutes, move_minutes, offer_minutes, updated_at)
        values (${provider.user_id}, 30, 0, 0, 0, 365, 48, 120, 120, 60, ${clock.now()})`.execute(db);
      await sql`
        insert into weekly_hours (provider_id, weekday, hours)
        select ${provider.user_id}, weekday, '{[0,1440)}' from generate_series(1, 7) weekday`.execute(db);
    },

    /** A visit that its provider has just approved, and could still take back. */
    async decidedVisit(patient: Somebody, provider: Somebody): Promise<Thing> {
      const visit = await this.visit(patient, provider, 'coming', 'approved');
      await sql`
        update appointments set undo_to = 'requested', undo_until = ${new Date(clock.now().getTime() + 10_000)}
        where id = ${visit.id}`.execute(db);
      return visit;
    },

    /** A report; of one that is held, its patient is told that it is there and nothing else. */
    async report(
      appointment: Thing,
      patient: Somebody,
      provider: Somebody,
      withdrawn = false,
      held = false,
      readers: readonly Somebody[] = [],
    ): Promise<Thing> {
      const entitled = held ? named(provider) : named(patient, provider, ...readers);
      const word = (what: string, whom = entitled) => canaries.word(what, whom);
      const data = pdf({ holds: word('content of a report', withdrawn ? [] : entitled) });
      const draft = await files.write(inOnePiece(data), data.length, patient.user_id);
      const kept = await draft.commit();
      await addFileKey(db, kept);
      const { file } = kept;
      canaries.declare(file, 'file name of a report', []);
      canaries.declare(kept.key.wrapped.toString('hex'), 'wrapped key of a report', []);
      canaries.declare(draft.sha256.toString('hex'), 'checksum of a report', []);
      const id = await inserted(sql`
        insert into records (appointment_id, patient_id, provider_id, title, type, sentence, release, release_at, media_type,
          bytes, sha256, file, created_at, opened_at, withdrawn_at, withdrawn_reason)
        values (${appointment.id}, ${patient.user_id}, ${provider.user_id}, ${word('title of a report')}, ${word('type of a report')},
          ${word('sentence of a report')}, ${held ? 'after_talk' : 'at_once'}, ${held ? null : clock.now()},
          'application/pdf', ${data.length}, ${draft.sha256}, ${file}, ${clock.now()}, ${clock.now()},
          ${withdrawn ? clock.now() : null}, ${withdrawn ? word('why a report was withdrawn') : null}) returning id`);
      // In the audit it stands for administrators, too.
      canaries.declare(id, 'id of a report', [...named(patient, provider, ...readers), 'administrator']);
      await sql`
        insert into audit (at, actor_id, role, action, record_id, patient_id, outcome)
        values (${clock.now()}, ${provider.user_id}, 'healthcare_provider', 'upload', ${id}, ${patient.user_id}, 'done')`.execute(
        db,
      );
      return { id };
    },

    /** A document that a patient has added, for themselves alone. */
    async ownDocument(patient: Somebody): Promise<Thing> {
      const word = (what: string) => canaries.word(what, named(patient));
      const data = pdf({ holds: word('content of a document') });
      const draft = await files.write(inOnePiece(data), data.length, patient.user_id);
      const kept = await draft.commit();
      await addFileKey(db, kept);
      canaries.declare(kept.file, 'file name of a document', []);
      const id = await inserted(sql`
        insert into records (patient_id, title, type, release_at, told_at, opened_at, media_type, bytes, sha256, file, created_at)
        values (${patient.user_id}, ${word('title of a document')}, ${word('type of a document')}, ${clock.now()}, ${clock.now()},
          ${clock.now()}, 'application/pdf', ${data.length}, ${draft.sha256}, ${kept.file}, ${clock.now()}) returning id`);
      canaries.declare(id, 'id of a document', [...named(patient), 'administrator']);
      return { id };
    },

    /** A patient shares a report with a provider, or by a link whose passcode is 12345678. */
    async share(record: Thing, patient: Somebody, provider?: Somebody, revoked = false): Promise<Thing> {
      const token = provider === undefined ? randomBytes(32).toString('base64url') : null;
      if (token !== null) canaries.declare(token, 'token of a share', []);
      const [now, ends] = [clock.now(), new Date(clock.now().getTime() + 48 * hour)];
      const sealed = token === null ? null : await passcodeHash(config.secret);
      const id = await inserted(sql`
        insert into shares (patient_id, provider_id, token_hash, passcode_hash, made_at, ends_at, revoked_at)
        values (${patient.user_id}, ${provider?.user_id ?? null}, ${token === null ? null : hashOfToken(token)}, ${sealed},
          ${now}, ${ends}, ${revoked ? now : null}) returning id`);
      await sql`insert into share_items (share_id, record_id) values (${id}, ${record.id})`.execute(db);
      const readers = [patient, ...(provider === undefined ? [] : [provider])];
      // Whoever has the link and the passcode is told which one it is; in the audit it stands for administrators, too.
      if (token === null) canaries.declare(id, 'id of a share', [...named(...readers), 'administrator']);
      const { report } = sharedLinks(config.secret, { share: id, record: Number(record.id), ends }, now);
      return {
        id: record.id,
        record_id: record.id,
        share_id: id,
        ...(token === null ? {} : { token }),
        link: report.split('token=')[1] as string,
      };
    },

    async article(author: Somebody, fate: Fate = 'stands', hider = judge): Promise<Thing> {
      const { text, hiddenAt, reason, written } = writing('article', author, fate, hider);
      const id = await inserted(sql`
        insert into blogs (author_id, title, content, body, excerpt, search, created_at, updated_at, deleted_at, hidden_at, hidden_reason)
        values (${author.user_id}, ${text('title')}, ${text('source')}, ${text('body')}, ${text('excerpt')}, ' article ', ${clock.now()}, ${clock.now()},
          ${fate === 'deleted' ? clock.now() : null}, ${hiddenAt}, ${reason}) returning id`);
      await written('blog', id);
      return { id };
    },

    /** An article that was reported and waits for a moderator. */
    async waitingArticle(author: Somebody): Promise<Thing> {
      const item = await this.article(author);
      await sql`
        insert into moderated (kind, item_id, author_id, excerpt, address, reported_at)
        values ('blog', ${item.id}, ${author.user_id}, ${canaries.word('excerpt for moderators', ['moderator'])},
          ${`/blog/${item.id}`}, ${clock.now()})`.execute(db);
      return item;
    },

    /** Somebody's report of an article that waits for a moderator, or was hidden by that. */
    async complaint(person: Somebody, article: Thing) {
      await sql`
        insert into reports (moderated_id, reporter_id, reason, note, created_at, decided_at, decision_id)
        select m.id, ${person.user_id}, 'unkind', ${canaries.word('note of a report', named(person, 'moderator'))}, ${clock.now()},
          m.hidden_at, (select max(d.id) from moderation_decisions d where d.moderated_id = m.id)
        from moderated m where m.kind = 'blog' and m.item_id = ${article.id}`.execute(db);
    },

    /** An appeal against the hiding of an article, which is `item`. */
    async appeal(author: Somebody, decided = false, hider = judge): Promise<Thing> {
      const item = await this.article(author, 'hidden', hider);
      const word = (what: string) => canaries.word(what, named(author, 'moderator'));
      const id = await inserted(sql`
        insert into appeals (decision_id, author_id, text, created_at, outcome, answer, decided_by, decided_at)
        select max(d.id), ${author.user_id}::int, ${word('text of an appeal')}, ${clock.now()}::timestamptz,
          ${decided ? 'upheld' : null}, ${decided ? word('answer to an appeal') : null}, ${decided ? judge.user_id : null}::int,
          ${decided ? clock.now() : null}::timestamptz
        from moderation_decisions d join moderated m on m.id = d.moderated_id
        where m.kind = 'blog' and m.item_id = ${item.id} returning id`);
      canaries.declare(id, 'id of an appeal', ['moderator']);
      return { id, item: item.id };
    },

    async question(author: Somebody, fate: Fate = 'stands'): Promise<Thing> {
      const { text, hiddenAt, reason, written } = writing('question', author, fate);
      const id = await inserted(sql`
        insert into questions (user_id, problem, search, created_at, hidden_at, hidden_reason)
        values (${author.user_id}, ${text('text')}, ' question ', ${clock.now()}, ${hiddenAt}, ${reason}) returning id`);
      await written('question', id);
      if (fate === 'deleted') await sql`delete from questions where id = ${id}`.execute(db);
      return { id };
    },

    async answer(author: Somebody, question: Thing, fate: Fate = 'stands'): Promise<Thing> {
      const { text, hiddenAt, reason, written } = writing('answer', author, fate);
      const id = await inserted(sql`
        insert into answers (question_id, user_id, comment, created_at, hidden_at, hidden_reason)
        values (${question.id}, ${author.user_id}, ${text('text')}, ${clock.now()}, ${hiddenAt}, ${reason}) returning id`);
      await written('answer', id);
      if (fate === 'stands')
        await sql`update questions set comment_count = comment_count + 1 where id = ${question.id}`.execute(db);
      if (fate === 'deleted') await sql`delete from answers where id = ${id}`.execute(db);
      return { id };
    },

    async message(author: Somebody, room: number, fate: Fate = 'stands'): Promise<Thing> {
      const { text, hiddenAt, reason, written } = writing('message', author, fate);
      const id = await inserted(sql`
        with next as (update room_sequences set seq = seq + 1 where room_id = ${room} returning seq)
        insert into messages (room_id, seq, author_id, client_id, content, created_at, hidden_at, hidden_reason)
        select ${room}::int, seq, ${author.user_id}::int, ${randomUUID()}::uuid, ${text('text')}, ${clock.now()}::timestamptz,
          ${hiddenAt}::timestamptz, ${reason} from next returning id`);
      await written('message', id);
      if (fate === 'deleted') await sql`delete from messages where id = ${id}`.execute(db);
      return { id };
    },

    /** A second session of somebody, open or ended. */
    async session(person: Somebody, ended = false): Promise<Thing> {
      const id = randomUUID();
      const [now, later] = [clock.now(), new Date(clock.now().getTime() + 24 * hour)];
      canaries.declare(id, 'id of a session', ended ? [] : named(person));
      await sql`
        insert into sessions (id, user_id, seed, browser, created_at, refreshed_at, expires_at, ended_at, end_reason)
        values (${id}, ${person.user_id}, ${randomBytes(32)}, ${randomBytes(16)}, ${now}, ${now}, ${later},
          ${ended ? now : null}, ${ended ? 'logout' : null})`.execute(db);
      return { id };
    },

    /** A link that was sent to somebody in an email. */
    async link(person: Somebody, purpose: 'verify' | 'reset'): Promise<Thing> {
      const email = `${person.name}${byLetter}@example.org`;
      const wanted = { userId: person.user_id, purpose, email, lifeMs: hour };
      const seed = await db.transaction().execute(async (tx) => await makeLink(tx, wanted, config.secret, clock.now()));
      const token = linkToken(config.secret, seed);
      canaries.declare(token, `token to ${purpose}`, []);
      return { id: person.user_id, token };
    },

    /** Somebody waits for a time of a provider's; what for, nobody else reads. */
    async wait(patient: Somebody, provider: Somebody) {
      await sql`
        insert into waits (provider_id, patient_id, problem, weekdays, joined_at)
        values (${provider.user_id}, ${patient.user_id}, ${canaries.word('problem of a wait', named(patient))},
          '{1,2,3,4,5,6,7}', ${clock.now()})`.execute(db);
    },

    /** A private address for somebody's calendar. */
    async calendar(person: Somebody): Promise<Thing> {
      const token = randomBytes(32).toString('base64url');
      canaries.declare(token, 'address of a calendar', []);
      await sql`
        insert into calendar_addresses (user_id, side, token_hash, names, made_at)
        values (${person.user_id}, 'patient', sha256(${Buffer.from(token)}), false, ${clock.now()})`.execute(db);
      return { id: 0, side: 'patient', token };
    },

    async closedRoom(): Promise<Thing> {
      const id = await inserted(sql`
        insert into rooms (name, created_at) values ('A closed room', ${clock.now()}) returning id`);
      await sql`insert into room_sequences (room_id, closed_at) values (${id}, ${clock.now()})`.execute(db);
      return { id };
    },

    async retiredSpeciality(): Promise<Thing> {
      const id = await inserted(sql`
        insert into specialities (name, name_key, search, retired_at)
        values ('A retired speciality', 'a retired speciality', '', ${clock.now()}) returning id`);
      return { id };
    },

    /** Work for somebody that was given up; what stands in it is told to nobody, whose it is to administrators. */
    async deadLetter(person: Somebody): Promise<Thing> {
      const id = await inserted(sql`
        insert into jobs (kind, payload, lane, created_at, dead_at)
        values ('password_reset', ${JSON.stringify({ email: canaries.word('payload of a job', []) })},
          ${`person ${person.user_id}`}, ${clock.now()}, ${clock.now()}) returning id`);
      return { id };
    },

    /** A photo of a provider; of one who is not listed, it is for nobody else. */
    async photo(provider: Somebody, listed = true): Promise<Thing> {
      const version = randomBytes(16).toString('hex');
      if (!listed) canaries.declare(version, 'photo of an unlisted provider', named(provider));
      await sql`update providers set photo = ${version} where user_id = ${provider.user_id}`.execute(db);
      await sql`
        insert into provider_photos (provider_id, version, image, added_at)
        values (${provider.user_id}, ${version}, ${Buffer.from('a picture')}, ${clock.now()})`.execute(db);
      return { id: provider.user_id, version };
    },
  };
}

let hashed: Promise<string> | undefined;
const passcodeHash = (secret: string) => (hashed ??= hashPassword('12345678', secret));

async function* inOnePiece(data: Buffer) {
  yield data;
}
