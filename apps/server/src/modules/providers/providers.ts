import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { deletedUser } from '@carecommons/contract/erasure-rules';
import type { Provider, saveProviderProfile as form } from '@carecommons/contract/providers';
import { type ProfileField, verificationYears } from '@carecommons/contract/verification-rules';
import type { Config } from '../../platform/config/config.ts';
import type { ColumnOf, Db, RowOf, Tx } from '../../platform/db/db.ts';
import { everything, fold, inSearch, type Match, readFound, searchPage } from '../../platform/search/search.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { openResponseCache } from '../../platform/cache/cache.ts';
import { becomeProvider, people } from '../accounts/accounts.ts';
import { languageNames } from './language-names.ts';
import { renewSearchTexts } from './search-texts.ts';
import { readDictionary } from './known-words.ts';
import { beginningsOf, type Cursor, type DirectoryStep, matchesStep } from './search.ts';
import { presentId, requireSpecialities } from './specialities.ts';
import { waysOf } from './ways.ts';

export { type ListSearch, withinDays } from './list-search.ts';
export { listSpecialities, presentSpecialities } from './specialities.ts';

/** Cached responses of the directory; cleared after the commit of any change that they show. */
export const providerTexts = openResponseCache({ name: 'providers' });

export type ProviderForm = BodyOf<typeof form>;
type ProviderRow = Provider & RowOf<'providers', 'name_key'> & { id: ColumnOf<'providers', 'user_id'> };

/** A snapshot of what a verifier checks; specialities and photo by id and name. */
export type ClaimedProfile = { registration_number: string; council: string } & Record<ProfileField, unknown>;

/**
 * The columns of providers that other modules may read, by `user_id`. Used in a statement in place of a table; PostgreSQL
 * plans it like the table.
 */
export const providerProfiles = sql`(
  select user_id, name, phone, fees, address, city, education, time_zone, listed, verified, suspended_at, suspended_reason
  from providers)`;
/** All rows of providers, for `claimedProfile` and `profileChanges`, whose alias is `p`. */
export const profilesToCheck = sql`providers`;
/** All specialities, including retired ones, by `id`. */
export const allSpecialities = sql`(select id, name, name_key, retired_at from specialities)`;
/** The stored photo of a provider, or null. */
export const photoOf = (userId: RawBuilder<unknown>) =>
  sql<Buffer | null>`(select image from provider_photos where provider_id = ${userId})`;

/** What a verifier checks of a provider `p` as the profile is now, and what of it differs from what was checked. */
export const claimedProfile = sql<ClaimedProfile>`claimed_profile(p)`;
export const profileChanges = (checked: RawBuilder<unknown>) =>
  sql<ProfileField[]>`profile_changes(${checked}, ${claimedProfile})`;

const shared = sql`p.user_id as id, p.user_id as "user", p.name, p.address, p.phone, p.experience, p.fees, p.education,
  p.about, p.city, p.languages, p.gender, p.time_zone, p.verified, p.name_key`;
const photoAddress = sql<string>`'/providers/' || p.user_id || '/photo/' || p.photo || '/'`;
// An unverified registration number must not look like a fact.
const columns = sql`${shared}, ${photoAddress} as photo, case when p.verified then p.registration_number end
  as registration_number, case when p.verified then p.council end as council`;
/** A stored photo as a `data:` URL. */
export const photoText = (image: RawBuilder<unknown>) =>
  sql<string>`'data:image/webp;base64,' || translate(encode(${image}, 'base64'), E'\\n', '')`;
// The address serves the photo only while the profile is listed; until then its owner gets the photo as a `data:` URL.
const ownColumns = sql`${shared}, p.registration_number, p.council, case when p.listed then ${photoAddress}
  else ${photoText(photoOf(sql`p.user_id`))} end as photo`;
const specialityNames = sql`array(
  select s.name from provider_specialities o join specialities s on s.id = o.speciality_id
  where o.provider_id = p.user_id order by s.name_key) as speciality`;

interface ListQuery {
  speciality?: number | undefined;
  q?: string | undefined;
  /** Words that must all be in the text, whatever else of the search is dropped. */
  place?: string | undefined;
  max_fee?: number | undefined;
  language?: string | undefined;
  gender?: string | undefined;
  /** A further condition on the provider `p`. */
  only?: RawBuilder<boolean> | undefined;
  limit: number;
  after?: Cursor | undefined;
}

/** A page of the listed providers by name, of all or of one speciality; with `q` or a place, of those that match. */
export async function listProviders(db: Db, { speciality, q, place, limit, after, ...narrowed }: ListQuery) {
  // Looked up before the list is planned: some specialities have many providers, some few.
  const specialityId = speciality === undefined ? undefined : await presentId(db, speciality);
  const narrow = narrowedBy(narrowed);
  const read = async (tx: Db, { step, found }: Match<DirectoryStep>, from: From, most: number) => {
    const sought = step.words.length > 0 || step.verified !== undefined;
    const { source, order, many } = sourceOf(step, specialityId, from);
    if (!sought) return await readListed(tx, { source, order }, narrow, most);
    const match = sql<boolean>`${found} and ${narrow}`;
    const lookUp = sql<boolean>`${beginningsOf(step)} and ${match}`;
    const searched = { row: 'p', id: 'user_id', rows: sql`select p.* ${source}`, order: byName, within: order, many };
    return await readFound({ ...searched, match, lookUp, most }, async (which) => {
      return await readListed(tx, inDirectory(), which, most);
    });
  };
  const keyOf = ({ name_key, id }: ProviderRow): [string, number] => [name_key, id];
  const list = { limit, after, matches: matchesStep, read, keyOf };
  if (!q && !place) return await searchPage(db, [everything], list);
  const dictionary = await readDictionary(db);
  return await inSearch(db, async (tx) => await searchPage(tx, await waysOf(tx, dictionary, { q, place }), list));
}

/** The list that a step searches: the verified, one speciality, or the whole directory, by name. */
function sourceOf(step: DirectoryStep, specialityId: number | undefined, from: From): Listed {
  if (specialityId !== undefined) return ofSpeciality(specialityId)(from);
  if (step.verified === true) return inDirectory(from, sql` and p.verified`);
  return step.speciality === undefined ? inDirectory(from) : ofSpeciality(step.speciality)(from);
}

function narrowedBy({ max_fee, language, gender, only }: Omit<ListQuery, 'limit'>) {
  const conditions = [
    max_fee === undefined ? undefined : sql`p.fees <= ${max_fee}`,
    language ? sql`p.languages && ${languageNames(language)}::text[]` : undefined,
    gender === undefined ? undefined : sql`p.gender = ${gender}`,
    only,
  ].filter((one) => one !== undefined);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

interface Listed {
  source: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** How many rows a search may scan. */
  many?: number;
}
type From = [name_key: string, id: number] | undefined;

const isAfter = (order: RawBuilder<unknown>, from: From) =>
  from === undefined ? sql`true` : sql`(${order}) > (${from[0]}, ${from[1]})`;
const byName = sql`p.name_key, p.user_id`;
const inDirectory = (from?: From, also = sql``): Listed => ({
  source: sql`from providers p where p.listed ${also} and ${isAfter(byName, from)}`,
  order: byName,
});
const byNameInSpeciality = sql`l.name_key, l.provider_id`;
const ofSpeciality =
  (speciality: number) =>
  (from: From): Listed => ({
    source: sql`
      from provider_specialities l join providers p on p.user_id = l.provider_id
      where l.speciality_id = ${speciality} and l.listed and p.listed and ${isAfter(byNameInSpeciality, from)}`,
    order: byNameInSpeciality,
    // A scan of many rows, which are spread over the table, would read all of it.
    many: 200,
  });

async function readListed(db: Db, { source, order }: Listed, which: RawBuilder<boolean>, most: number) {
  const { rows } = await sql<ProviderRow>`
    select ${columns}, ${specialityNames} ${source} and ${which} order by ${order} limit ${most}`.execute(db);
  return rows;
}

/** The listed provider with that user id, as a list of one or none. */
export async function getProvider(db: Db, userId: number) {
  const { rows } = await sql<ProviderRow>`
    select ${columns}, ${specialityNames} from providers p where p.user_id = ${userId} and p.listed`.execute(db);
  return rows;
}

/** The caller's own profile, listed or not, with the ids of its specialities, as a list of one or none. */
export async function getOwnProviderProfile(db: Db, userId: number) {
  const { rows } = await sql<Omit<Provider, 'speciality'> & { speciality: number[] }>`
    select ${ownColumns}, array(
      select speciality_id from provider_specialities where provider_id = p.user_id order by speciality_id) as speciality
    from providers p where p.user_id = ${userId}`.execute(db);
  return rows;
}

/**
 * Saves a person's provider profile; the first one makes the person a provider. Optional fields that are not sent stay
 * unchanged. If the profile no longer matches what was verified, the database removes the badge. Throws 400 for an unknown
 * speciality. Returns the profile as its owner sees it.
 */
export async function saveProviderProfile(tx: Tx, userId: number, sent: ProviderForm, config: Config, now: Date) {
  await becomeProvider(tx, userId);
  const [before] = await getOwnProviderProfile(tx, userId);
  const optional = {
    city: updated(sent.city, before?.city),
    languages: sent.languages === undefined ? (before?.languages ?? []) : [...new Set(sent.languages)],
    gender: updated(sent.gender, before?.gender),
    time_zone: updated(sent.time_zone, before?.time_zone) ?? config.defaultTimeZone,
    registration_number: updated(sent.registration_number, before?.registration_number),
    council: updated(sent.council, before?.council),
  };
  const specialities = await requireSpecialities(tx, [...new Set(sent.speciality)], userId);

  await sql`
    insert into providers as p (user_id, name, address, phone, experience, fees, education, about, city, languages,
      gender, time_zone, registration_number, council, listed, name_key, search, created_at, updated_at)
    values (${userId}, ${sent.name}, ${sent.address}, ${sent.phone}, ${sent.experience}, ${sent.fees}, ${sent.education},
      ${sent.about}, ${optional.city}, ${optional.languages}, ${optional.gender}, ${optional.time_zone}, ${optional.registration_number},
      ${optional.council}, false, ${fold(sent.name)}, '', ${now}, ${now})
    on conflict (user_id) do update set
      name = excluded.name, address = excluded.address, phone = excluded.phone, experience = excluded.experience,
      fees = excluded.fees, education = excluded.education, about = excluded.about, city = excluded.city,
      languages = excluded.languages, gender = excluded.gender, time_zone = excluded.time_zone, registration_number = excluded.registration_number,
      council = excluded.council, name_key = excluded.name_key, updated_at = excluded.updated_at`.execute(tx);
  await sql`
    delete from provider_specialities
    where provider_id = ${userId} and speciality_id <> all(${specialities}::integer[])`.execute(tx);
  await sql`
    insert into provider_specialities (provider_id, speciality_id, name_key, listed)
    select p.user_id, chosen, p.name_key, p.listed from providers p, unnest(${specialities}::integer[]) chosen
    where p.user_id = ${userId}
    on conflict do nothing`.execute(tx);
  // After the specialities: changing them may remove or restore the badge.
  await applyListing(tx, config, userId);
  await renewSearchTexts(tx, { provider: userId });
  const { rows } = await sql<ProviderRow>`
    select ${ownColumns}, ${specialityNames} from providers p where p.user_id = ${userId}`.execute(tx);
  return rows[0] as ProviderRow;
}

/** Sets the fee of a visit with a provider, in rupees. */
export async function setFees(tx: Tx, userId: number, fees: number) {
  await sql`update providers set fees = ${fees} where user_id = ${userId} and fees <> ${fees}`.execute(tx);
}

/** The new value of an optional field: unchanged if not sent, cleared if empty or null. */
const updated = (sent: string | null | undefined, before: string | null | undefined) =>
  sent === undefined ? (before ?? null) : sent || null;

/** When a verification made now ends, unless the verifier chooses another day. */
export function usualEnd(now: Date): Date {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + verificationYears.usual);
  return end;
}

interface Verified {
  until?: Date;
  /** What was checked; by default, the profile as it is now. */
  profile?: ClaimedProfile;
}

/**
 * Marks the checked profile as verified until a day; the badge is shown while the profile matches it. False if the profile has
 * no registration number. Throws `registration_taken` if another provider is verified with it.
 */
export async function verifyProvider(
  tx: Tx,
  userId: number,
  listing: Listing,
  now: Date,
  { until = usualEnd(now), profile }: Verified = {},
): Promise<boolean> {
  const checked = profile === undefined ? claimedProfile : sql`${JSON.stringify(profile)}::jsonb`;
  try {
    const { numAffectedRows } = await sql`
      update providers p set verified_at = ${now}, verified_until = ${until}, verified_profile = ${checked}
      where user_id = ${userId} and (${checked})->>'registration_number' is not null
        and (${checked})->>'council' is not null`.execute(tx);
    await applyListing(tx, listing, userId);
    return numAffectedRows === 1n;
  } catch (cause) {
    if ((cause as { constraint?: string }).constraint !== 'providers_registration_verified') throw cause;
    throw new Problem('registration_taken', {
      message: 'Another provider is verified with this registration number and council.',
    });
  }
}

/** Ends the verifications that have expired, and returns the ids of their providers. */
export async function endVerifications(tx: Tx, listing: Listing, now: Date): Promise<number[]> {
  const { rows } = await sql<RowOf<'providers', 'user_id'>>`
    update providers set verified_at = null, verified_until = null, verified_profile = null
    where verified_until <= ${now} returning user_id`.execute(tx);
  for (const { user_id } of rows) await applyListing(tx, listing, user_id);
  return rows.map(({ user_id }) => user_id);
}

/** Suspends a provider, which removes them from the directory. False if already suspended; throws `not_found`. */
export async function suspendProvider(tx: Tx, userId: number, reason: string, now: Date): Promise<boolean> {
  const set = sql`suspended_at = ${now}, suspended_reason = ${reason}, listed = false`;
  return await setSuspension(tx, userId, set, sql`suspended_at is null`);
}

/**
 * Ends a suspension; PROVIDERS decides whether the provider is listed again. False if there was no suspension; throws
 * `not_found`.
 */
export async function reinstateProvider(tx: Tx, userId: number, listing: Listing): Promise<boolean> {
  const set = sql`suspended_at = null, suspended_reason = null`;
  const lifted = await setSuspension(tx, userId, set, sql`suspended_at is not null`);
  if (lifted) await applyListing(tx, listing, userId);
  return lifted;
}

async function setSuspension(tx: Tx, userId: number, set: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  const { numAffectedRows } = await sql`update providers set ${set} where user_id = ${userId} and ${where}`.execute(tx);
  if (numAffectedRows === 1n) return true;
  const { rows } = await sql`select from providers where user_id = ${userId}`.execute(tx);
  if (rows.length === 0) throw new Problem('not_found');
  return false;
}

/** Removes the name of an erased provider from the visits and reports of their patients. */
export async function forgetProviderName(tx: Tx, userId: number) {
  await sql`update providers set name = ${deletedUser} where user_id = ${userId}`.execute(tx);
}

const enabled = sql<boolean>`exists (select from ${people} u where u.id = user_id and u.disabled_at is null)`;
const reachable = sql<boolean>`exists (
  select from ${people} u where u.id = user_id and u.disabled_at is null and u.email_verified_at is not null)`;

// A single statement for a million providers would exceed the statement timeout.
const relistedAtOnce = 10_000;

/** The settings that decide who is listed. */
export type Listing = Pick<Config, 'providers' | 'mode'>;

/**
 * Lists the providers that PROVIDERS admits: all, or only those with the badge; never disabled or suspended ones, and in
 * production never those with an unconfirmed email address. For all providers, or for one that changed.
 */
export async function applyListing(db: Db, listing: Listing, userId?: number) {
  if (userId !== undefined) {
    await relist(db, listing, sql`user_id = ${userId}`);
    return;
  }
  for (let from = 0; ;) {
    const { rows } = await sql<{ last: number | null }>`
      select max(user_id) as last from (
        select user_id from providers where user_id > ${from} order by user_id limit ${relistedAtOnce}) part`.execute(
      db,
    );
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    await relist(db, listing, sql`user_id > ${from} and user_id <= ${last}`);
    from = last;
  }
}

/** Lists the providers who have confirmed their email address since, and returns their number. */
export async function listConfirmed(db: Db, listing: Listing): Promise<bigint> {
  return await relist(db, listing, sql`not listed`);
}

async function relist(db: Db, { providers, mode }: Listing, which: RawBuilder<unknown>) {
  const admitted = providers === 'open' ? sql`true` : sql`verified`;
  const listed = sql`${admitted} and suspended_at is null and ${mode === 'production' ? reachable : enabled}`;
  const { numAffectedRows = 0n } = await sql`
    update providers set listed = (${listed}) where ${which} and listed is distinct from (${listed})`.execute(db);
  return numAffectedRows;
}
