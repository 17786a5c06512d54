import type { AdministeredSpeciality } from '@carecommons/contract/administration';
import { isMovable, type SpecialityMove } from '@carecommons/contract/administration-rules';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { fold, indexWords, searchTextOf } from '../../platform/search/search.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { searchWords } from './search.ts';
import { renewSearchTexts } from './search-texts.ts';

interface Form {
  name: string;
  desc?: string | undefined;
  also_called?: string | undefined;
  words?: string | undefined;
}

type SpecialityRow = AdministeredSpeciality & RowOf<'specialities', 'name_key'>;

/** A page of all specialities by name, including retired ones. */
export async function listAllSpecialities(
  db: Db,
  { limit, after }: { limit: number; after?: readonly [string, number] | undefined },
): Promise<Page<SpecialityRow>> {
  const { rows } = await sql<SpecialityRow>`
    select s.id, s.name, s."desc", s.also_called, s.words, s.name_key, s.retired_at is not null as retired,
      (select count(*) from provider_specialities o where o.speciality_id = s.id)::integer as provider_count,
      case when i.id is not null then json_build_object('id', i.id, 'name', i.name) end as merged_into
    from specialities s left join specialities i on i.id = s.merged_into
    where ${after === undefined ? sql`true` : sql`(s.name_key, s.id) > (${after[0]}, ${after[1]})`}
    order by s.name_key, s.id limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ name_key, id }) => [name_key, id]);
}

/** Adds a speciality. Throws 400 if the name is taken. */
export async function addSpeciality(tx: Tx, actor: Actor, form: Form, now: Date) {
  const { name, desc, alsoCalled, key, search } = columnsOf(form);
  const { rows } = await sql<RowOf<'specialities', 'id'>>`
    insert into specialities (name, "desc", also_called, words, name_key, search)
    values (${name}, ${desc}, ${alsoCalled}, ${form.words ?? ''}, ${key}, ${search})
    on conflict do nothing returning id`.execute(tx);
  const [added] = rows;
  if (added === undefined) throw nameTaken();
  await indexWords(tx, searchWords, [search]);
  await writeDown(tx, actor, 'add', added.id, now);
  return added;
}

/**
 * Changes the name, description, other names and search words of a speciality. Throws `not_found`, `wrong_state`, and 400 as
 * above.
 */
export async function editSpeciality(tx: Tx, actor: Actor, id: number, form: Form, now: Date) {
  await hold(tx, 'edit', id);
  const { name, desc, alsoCalled, key, search } = columnsOf(form);
  const taken = await sql`
    select from specialities where lower(name) = lower(${name}) and id <> ${id} and merged_into is null`.execute(tx);
  if (taken.rows.length > 0) throw nameTaken();
  await sql`
    update specialities set name = ${name}, "desc" = ${desc}, also_called = ${alsoCalled}, name_key = ${key},
      search = ${search}, words = coalesce(${form.words ?? null}, words) where id = ${id}`.execute(tx);
  await indexWords(tx, searchWords, [search]);
  await renewSearchTexts(tx, { speciality: id });
  await writeDown(tx, actor, 'edit', id, now);
}

/**
 * Moves the providers of a speciality to another one, which then has the names and search words of both. Both ids lead to it.
 * Throws `not_found`, `wrong_state`, and 400 naming `into`.
 */
export async function mergeSpeciality(tx: Tx, actor: Actor, id: number, into: number, now: Date) {
  if (id === into) throw invalidField('into', 'Please choose another speciality.');
  const held = await hold(tx, 'merge', id, into);
  const [from, to] = [held.get(id), held.get(into)];
  if (from === undefined) throw new Problem('not_found');
  if (to === undefined || to.retired) throw invalidField('into', 'Please choose a speciality that is offered.');
  // Specialities merged into this one earlier are redirected too, so that every old id is one step away. This comes first, so
  // that providers verified with the old speciality stay verified with the new one.
  await sql`
    update specialities set merged_into = ${into}, retired_at = coalesce(retired_at, ${now})
    where id = ${id} or merged_into = ${id}`.execute(tx);
  await sql`
    insert into provider_specialities (provider_id, speciality_id, name_key, listed)
    select provider_id, ${into}::integer, name_key, listed from provider_specialities where speciality_id = ${id}
    on conflict do nothing`.execute(tx);
  await sql`delete from provider_specialities where speciality_id = ${id}`.execute(tx);
  const { alsoCalled, search } = columnsOf({
    ...to,
    also_called: `${to.also_called} ${from.name} ${from.also_called}`,
  });
  await sql`
    update specialities set also_called = ${alsoCalled}, search = ${search}, words = ${joined(to.words, from.words)}
    where id = ${into}`.execute(tx);
  await indexWords(tx, searchWords, [search]);
  await renewSearchTexts(tx, { speciality: into });
  await writeDown(tx, actor, 'merge', id, now);
}

/** Retires or restores a speciality. Throws `not_found`, `wrong_state`. */
export async function retireOrRestore(tx: Tx, actor: Actor, move: 'retire' | 'restore', id: number, now: Date) {
  await hold(tx, move, id);
  await sql`update specialities set retired_at = ${move === 'retire' ? now : null} where id = ${id}`.execute(tx);
  await writeDown(tx, actor, move, id, now);
}

/** Locks specialities until the transaction ends, if the move is possible for the first of them. */
async function hold(tx: Tx, move: SpecialityMove, id: number, ...others: number[]) {
  const { rows } = await sql<
    RowOf<'specialities', 'id' | 'name' | 'also_called' | 'words'> & { retired: boolean; merged: boolean }
  >`
    select id, name, also_called, words, retired_at is not null as retired, merged_into is not null as merged
    from specialities where id = any(${[id, ...others]}::integer[]) order by id for update`.execute(tx);
  const found = new Map(rows.map((row) => [row.id, row]));
  const first = found.get(id);
  if (first === undefined) throw new Problem('not_found');
  if (!isMovable(move, first)) throw new Problem('wrong_state');
  return found;
}

/** The columns derived from the form. Each word of the other names appears once. */
function columnsOf({ name, desc = '', also_called = '' }: Form) {
  const alsoCalled = [...new Set(fold(also_called).split(' '))].join(' ');
  return { name, desc: desc || null, alsoCalled, key: fold(name), search: searchTextOf(name, alsoCalled) };
}

const joined = (...lists: string[]) => lists.filter((words) => words !== '').join(', ');

const nameTaken = () => invalidField('name', 'A speciality with that name already exists.');

async function writeDown(tx: Tx, actor: Actor, action: SpecialityMove | 'add', id: number, at: Date) {
  await audit(tx, { at, actor, action, item: { kind: 'speciality', id }, outcome: 'done' });
}
