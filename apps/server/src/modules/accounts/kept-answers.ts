import { deletedUser } from '@carecommons/contract/erasure-rules';
import type { Db } from '../../platform/db/db.ts';
import { holdAnswersOfOthers, replaceAnswer } from '../../platform/routing/routing.ts';

/** A leaver, and the ids of what is about them in the stored responses of other people. */
export interface Leaver {
  user_id: number;
  /** Reports about them as patient, and by them as provider. */
  ownRecords: ReadonlySet<number>;
  writtenRecords: ReadonlySet<number>;
  /** Shares with them as provider. */
  shares: ReadonlySet<number>;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

// The fields that name a person in an object about them, and the fields that quote them.
const ofPerson = ['username', 'name', 'phone'];

/**
 * A response of the API without what names or quotes a leaver. Values change only in objects that say by an id that
 * they are about the leaver. Everything else stays, whatever the leaver called themselves.
 */
function withoutLeaver(answer: Json, leaver: Leaver): Json {
  if (Array.isArray(answer)) return answer.map((one) => withoutLeaver(one, leaver));
  if (answer === null || typeof answer !== 'object') return answer;
  const rest = Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, withoutLeaver(value, leaver)]));
  return { ...rest, ...erased(rest, fieldsAbout(answer, leaver)) };
}

/** The fields of one object that name or quote the leaver. */
function fieldsAbout(object: Fields, { user_id, ownRecords, writtenRecords, shares }: Leaver): string[] {
  const { id, user, patient, doctor } = object;
  // An account: { id, username } of whoever wrote something; { user, name } of a patient or a provider.
  if (
    (id === user_id && 'username' in object) ||
    ((user === user_id || object.user_id === user_id) && 'name' in object)
  )
    return ofPerson;
  // A visit, and what its patient wrote about it.
  if (isFields(user) && user.user === user_id && 'problem' in object) return ['problem'];
  if (typeof id !== 'number') return [];
  if (typeof patient === 'string' && ownRecords.has(id)) return ['patient', 'title', 'sentence'];
  if (typeof doctor === 'string' && writtenRecords.has(id)) return ['doctor'];
  if ('most_views' in object && shares.has(id)) return ['provider'];
  return [];
}

function erased(object: Fields, fields: string[]): Fields {
  const texts = fields.filter((field) => typeof object[field] === 'string');
  const result: Fields = Object.fromEntries(texts.map((field) => [field, field === 'phone' ? '' : deletedUser]));
  // For an author who is a provider the name is one level below; for an answer it is beside the id.
  for (const below of ['provider', 'author']) {
    const value = object[below];
    if (fields === ofPerson && isFields(value)) result[below] = { ...value, ...erased(value, ofPerson) };
  }
  return result;
}

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The ids of the reports in which a person is the patient or the author, and of the shares with them. */
export type IdsAbout = Record<'own' | 'written' | 'shares', number[]>;

/** Removes a leaver from the responses that are stored for retries of other people. */
export async function eraseFromKeptAnswers(db: Db, user_id: number, { own, written, shares }: IdsAbout) {
  const leaver: Leaver = {
    user_id,
    ownRecords: new Set(own),
    writtenRecords: new Set(written),
    shares: new Set(shares),
  };
  await db.transaction().execute(async (tx) => {
    const mentions = String.raw`\m(${[user_id, ...own, ...written, ...shares].join('|')})\M`;
    for (const { body, ...which } of await holdAnswersOfOthers(tx, user_id, mentions)) {
      const text = JSON.stringify(withoutLeaver(body as Json, leaver));
      if (text !== JSON.stringify(body)) await replaceAnswer(tx, which, text);
    }
  });
}
