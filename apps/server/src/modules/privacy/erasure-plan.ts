import { auditYears, type GoneThing, goneThings } from '@carecommons/contract/erasure-rules';
import type { ErasurePlan } from '@carecommons/contract/erasure';
import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { endsWithLeaver, tookPlace } from '../appointments/appointments.ts';

type Counts = Record<GoneThing, number> & {
  cancelled: number;
  visits: number;
  reports: number;
  places: number;
  with_patients: number;
  consents: number;
  /** The time of the last care: for a patient, of what their providers wrote; for a provider, of what they had with patients. */
  care_at: Date | null;
  name_at: Date | null;
  letter: boolean;
};

/** Whether a report `r` was written by a provider; the patient's own documents are not care. */
const isCare = sql<boolean>`(r.provider_id is not null and r.scan <> 'infected')`;

// Counts rows of other modules' tables, in one statement.
const counts = (user: number, now: Date) => sql<Counts>`
  with visits as (
    select a.*, ${tookPlace(now)} as was from appointments a
    where ${user} in (a.patient_id, a.provider_id)),
  own_questions as (select q.id, exists (select from answers a where a.question_id = q.id and a.user_id <> ${user}) as stays
    from questions q where q.user_id = ${user}),
  own_answers as (select a.id, exists (select from answers o where o.question_id = a.question_id and o.user_id <> ${user}
    and (o.created_at, o.id) > (a.created_at, a.id)) as stays from answers a where a.user_id = ${user}),
  own_messages as (select m.id from messages m where m.room_id in (select r.id from rooms r) and m.author_id = ${user})
  select 1 as account, (select count(*) from profiles where user_id = ${user}) as profile,
    (select count(*) from providers where user_id = ${user}) as provider_profile,
    (select count(*) from verification_files f join verification_claims c on c.id = f.claim_id
      where c.provider_id = ${user})
      + (select count(*) from records r where r.patient_id = ${user} and r.provider_id is null) as documents,
    (select count(*) from shares where patient_id = ${user} and revoked_at is null and ends_at > ${now}) as shares,
    (select count(*) from blogs where author_id = ${user}) as articles,
    (select count(*) from own_questions) as questions, (select count(*) from own_answers) as answers,
    (select count(*) from own_messages) as messages,
    (select count(*) from notifications where user_id = ${user} and shown) as notices,
    (select count(*) from visits v where v.moves_id is null and ${endsWithLeaver(now, 'v')}) as cancelled,
    (select count(*) from visits v where v.patient_id = ${user} and (v.was
      or exists (select from records r where r.appointment_id = v.id))) as visits,
    (select count(*) from records r where r.patient_id = ${user} and ${isCare}) as reports,
    (select count(*) from own_questions where stays) + (select count(*) from own_answers where stays)
      + (select count(*) from own_messages) as places,
    (select count(*) from visits v where v.provider_id = ${user} and v.was)
      + (select count(*) from records where provider_id = ${user} and scan <> 'infected') as with_patients,
    (select count(*) from consents where user_id = ${user}) as consents,
    greatest((select max(v.ends_at) from visits v where v.patient_id = ${user} and v.was),
      (select max(r.created_at) from records r where r.patient_id = ${user} and ${isCare})) as care_at,
    greatest((select max(v.ends_at) from visits v where v.provider_id = ${user} and v.was),
      (select max(created_at) from records where provider_id = ${user} and scan <> 'infected')) as name_at,
    (select email_verified_at is not null from users where id = ${user}) as letter`;

/** What the erasure of an account deletes at once, what it keeps, and until when. */
export async function planErasure(
  db: Db,
  userId: number,
  { retentionYears }: Pick<Config, 'retentionYears'>,
  now: Date,
) {
  const { rows } = await counts(userId, now).execute(db);
  const found = rows[0] as Counts;
  const care_until = endOf(found.care_at, retentionYears, now);
  const name_until = endOf(found.name_at, retentionYears, now);
  const kept: ErasurePlan['kept'] = [];
  if (care_until !== null) {
    kept.push({ what: 'care', count: found.visits + found.reports, until: care_until.toISOString() });
  }
  if (found.with_patients > 0) {
    kept.push({ what: 'name_with_patients', count: found.with_patients, until: name_until?.toISOString() ?? null });
  }
  if (found.places > 0) kept.push({ what: 'places', count: found.places, until: null });
  if (found.consents > 0) kept.push({ what: 'consents', count: null, until: null });
  kept.push(
    { what: 'audit', count: null, until: yearsAfter(now, auditYears).toISOString() },
    { what: 'copies', count: null, until: null },
  );
  const plan: ErasurePlan = {
    gone: goneThings.map((what) => ({ what, count: found[what] })).filter(({ count }) => count > 0),
    cancelled: found.cancelled,
    kept,
    letter: found.letter,
  };
  return { plan, care_until, name_until };
}

function endOf(last: Date | null, years: number, now: Date): Date | null {
  if (last === null) return null;
  const end = yearsAfter(last, years);
  return end > now ? end : null;
}

function yearsAfter(at: Date, years: number): Date {
  const end = new Date(at);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}
