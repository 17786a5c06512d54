import type { ErrorCode } from '@carecommons/contract/errors';
import type { formOf } from '../fixtures/report-files.ts';

// How the truth table is written: who asks, for what, and what they are to be answered. Nothing here or in the tables is
// computed by the product: an expectation that the product's own code gave would agree with its faults.

/**
 * Everybody who asks. Moderator and administrator are patients too; `both` is a provider with a basic profile, and so is the
 * verifier.
 */
export const people = [
  'anonymous',
  'unknown',
  'patient_a',
  'patient_b',
  'provider_p',
  'provider_q',
  'both',
  'moderator',
  'administrator',
  'verifier',
  /** Signed in, until the account was disabled. */
  'disabled',
  /** With an access token and a session that are over. */
  'expired',
] as const;
export type PersonName = (typeof people)[number];

/** What an object is to the one who asks for it. */
export const relations = [
  'own',
  /** A stranger's. */
  'others',
  /** Of somebody with whom there is an appointment to come; of an appeal: against what one hid oneself; of a claim: a
   * stranger's that the verifier has in review. */
  'related',
  /** Of somebody with whom there was an appointment that is over; of a claim: a stranger's that is verified. */
  'ended',
  /** One's own that is deleted, cancelled, withdrawn or decided; of what is for all: disabled, not listed, retired, closed. */
  'deleted',
  'others_deleted',
  /** A stranger's that a moderator has hidden; of a provider: suspended. */
  'hidden',
  'own_hidden',
  /** One's own answer to a stranger's question that is hidden. */
  'beneath_hidden',
  /** Of somebody whom one has blocked. */
  'blocked',
  /** A stranger's claim that another verifier has in review; of a passkey's answer: one's own, to another challenge. */
  'taken',
  /** A stranger's claim that is not submitted. */
  'unsent',
  'missing',
] as const;
export type Relation = (typeof relations)[number];

/** What an endpoint is about. An appointment and a report come twice: seen from the patient's side and the provider's. */
export type Kind =
  | 'visit'
  | 'past_visit'
  | 'calendar'
  /** One that was approved just now. */
  | 'decided_visit'
  | 'leave'
  | 'report'
  | 'written_report'
  /** One that its patient cannot read yet. */
  | 'held_report'
  | 'held_written_report'
  /** One that its patient shares with the asker as provider. */
  | 'shared_report'
  /** One that its patient has added. */
  | 'own_document_report'
  /** A share, by its link. */
  | 'share'
  | 'article'
  | 'question'
  | 'answer'
  | 'message'
  | 'room'
  | 'person'
  | 'session'
  | 'verification_link'
  | 'reset_link'
  | 'provider'
  | 'speciality'
  | 'dead_letter'
  | 'document'
  | 'appeal'
  | 'claim'
  | 'evidence'
  | 'notification'
  | 'push_device'
  | 'app_code'
  | 'recovery_code'
  | 'passkey'
  | 'new_passkey'
  | 'passkey_answer'
  | 'passkey_login'
  /** A ticket of a right password, and a code. */
  | 'second_step'
  | 'purpose'
  /** A copy of somebody's data. */
  | 'export';

/** A status, with the code of the refusal where it is one. `as missing`: byte for byte what is answered to a missing id. */
export type Expected = number | `${number} ${ErrorCode}` | 'as missing';

/** The people whom a rule names together. */
export const groups = {
  providers: ['provider_p', 'provider_q', 'both', 'verifier'],
  /** Those whose session is over, or who never had one. */
  outside: ['anonymous', 'disabled', 'expired'],
  without_profile: ['unknown', 'provider_p', 'provider_q'],
} as const satisfies Record<string, readonly PersonName[]>;

/** What is expected for everybody, or for some; `else` for all who are not named, the most exact name counting first. */
export type Rule = Expected | ({ [Who in PersonName | keyof typeof groups]?: Expected } & { else: Expected });

/** The rule for each relation that the kind of object knows; `else` for those that are not named. */
type Rules = { [Which in Relation]?: Rule } & { else?: Rule };

export interface Thing {
  id: number | string;
  [parameter: string]: number | string;
}

/** Who asks, as a body may need it. */
export interface Asker {
  name: PersonName;
  user_id: number;
  username: string;
  password: string;
  refresh: string;
  session_id: string;
}

/** One way to call an endpoint. */
export interface Entry {
  /** Who is let through at all: `anyone`, everybody who is signed in, or the holder of a grant. */
  access: 'anyone' | 'signed_in' | 'moderator' | 'administrator' | 'verifier';
  about: Kind | 'nothing';
  rules: Rules;
  query?: (thing: Thing, asker: Asker) => Record<string, string | number>;
  body?: (thing: Thing, asker: Asker) => unknown;
  /** The form with its file, and texts beside it. */
  form?: (texts: Record<string, string>) => ReturnType<typeof formOf>;
  /** Who brings somebody else's object is told what this person may know (a name of the canaries'), as with a link that was sent to them. */
  toldAs?: string;
}

type More = Pick<Entry, 'query' | 'body' | 'form' | 'toldAs'>;
export type Table = Record<string, Entry | Entry[]>;

const entryFor =
  (access: Entry['access']) =>
  (about: Entry['about'], rules: Rules | Expected, more: More = {}): Entry => ({
    access,
    about,
    rules: typeof rules === 'object' ? rules : { else: rules },
    ...more,
  });

/** For everybody, with or without a session. */
export const anyone = entryFor('anyone');
/** For everybody in a session; all others are answered 401. */
export const signedIn = entryFor('signed_in');
/** For moderators; others in a session are answered 403. */
export const moderators = entryFor('moderator');
/** For administrators; others in a session are answered 403. */
export const administrators = entryFor('administrator');
/** For verifiers; others in a session are answered 403. */
export const verifiers = entryFor('verifier');

const refusals = {
  anyone: undefined,
  signed_in: undefined,
  moderator: 'moderator',
  administrator: 'administrator',
  verifier: 'verifier',
};

/** What the table says of one cell; undefined where it says nothing. */
export function expectedOf(entry: Entry, relation: Relation, who: PersonName): Expected | undefined {
  const { access, rules } = entry;
  const outside = (groups.outside as readonly PersonName[]).includes(who);
  if (access !== 'anyone' && outside) return '401 not_signed_in';
  const holder = refusals[access];
  if (holder !== undefined && holder !== who) return '403 not_allowed';
  const rule = rules[relation] ?? rules.else;
  if (typeof rule !== 'object') return rule;
  const group = (Object.keys(groups) as (keyof typeof groups)[]).find(
    (name) => rule[name] !== undefined && (groups[name] as readonly PersonName[]).includes(who),
  );
  return rule[who] ?? (group === undefined ? rule.else : rule[group]);
}
