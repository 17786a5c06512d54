import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '@carecommons/contract/passkeys';
import { sql } from 'kysely';
import type { ColumnOf, Db, RowOf, Tx } from '../../../platform/db/db.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import type { Call } from '../../../platform/routing/routing.ts';
import { deriveLastingKey } from '../../../platform/crypto/crypto.ts';
import type { Actor } from '../../../platform/auth/auth.ts';
import { holdPerson } from '../hold-person.ts';
import { isChallenge, newChallenge, takeChallenge } from './second-factor-challenges.ts';

/** The relying party: the name to which browsers bind passkeys, and the origin of the pages. */
export interface Site {
  id: string;
  origin: string;
}

const timeout = 5 * 60_000;
// EdDSA, ES256 and RS256: the algorithms of authenticators.
const algorithms = [-8, -7, -257];

/**
 * The site as passkeys know it: from PUBLIC_URL, or on the local machine from the request. Undefined if passkeys are
 * impossible: browsers bind them to a name, never to an IP address, and require https or `localhost`.
 */
export function siteOf(publicUrl: string | undefined, request: { protocol: string; host: string }): Site | undefined {
  const address = publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, protocol, origin } = new URL(address);
  const here = hostname === 'localhost';
  const named = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && publicUrl !== undefined && protocol === 'https:';
  return here || named ? { id: hostname, origin } : undefined;
}

/** The user handle that an authenticator stores: it reveals nothing about the person. */
function handleOf(secret: string, userId: number) {
  return createHmac('sha256', deriveLastingKey(secret, 'passkey person')).update(String(userId)).digest('base64url');
}

type Asking = Pick<Call<never>, 'clock' | 'config' | 'request'>;

/** The context of a challenge and its response. Throws `wrong_state` if this site cannot have passkeys. */
export function askingFor({ clock, config, request }: Asking, purpose: string): PasskeyContext {
  const site = siteOf(config.publicUrl, request);
  if (site === undefined) {
    throw new Problem('wrong_state', { message: 'Passkeys do not work at this address of the site.' });
  }
  return { site, secret: config.secret, now: clock.now(), purpose };
}

interface PasskeyContext {
  site: Site;
  secret: string;
  now: Date;
  /** The purpose of the challenge, and its session. */
  purpose: string;
}

const challengeOf = ({ secret, purpose, now }: PasskeyContext) =>
  Buffer.from(newChallenge(secret, purpose, now)).toString('base64url');

async function credentialsOf(db: Db, userId: number) {
  const { rows } = await sql<RowOf<'passkeys', 'transports'> & { id: ColumnOf<'passkeys', 'credential_id'> }>`
    select credential_id as id, transports from passkeys where user_id = ${userId} order by passkeys.id`.execute(db);
  return rows.map((row) => ({ ...row, type: 'public-key' as const }));
}

/** The options with which the browser creates a passkey for the actor. */
export async function creationOptions(db: Db, actor: Actor, asked: PasskeyContext): Promise<CreationOptions> {
  const { user_id, username } = actor;
  return {
    challenge: challengeOf(asked),
    rp: { id: asked.site.id, name: 'Carecommons' },
    user: { id: handleOf(asked.secret, user_id), name: username, displayName: username },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout,
    attestation: 'none',
    excludeCredentials: await credentialsOf(db, user_id),
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
  };
}

/** The options with which the browser uses a passkey: one of a person's, or any that it has for this site. */
export async function requestOptions(
  db: Db,
  userId: number | undefined,
  asked: PasskeyContext,
): Promise<RequestOptions> {
  return {
    challenge: challengeOf(asked),
    rpId: asked.site.id,
    timeout,
    userVerification: 'required',
    allowCredentials: userId === undefined ? [] : await credentialsOf(db, userId),
  };
}

/**
 * What both kinds of response are checked against; `taken` uses up the challenge and says whether this response counts.
 */
function expecting({ site, secret, purpose, now }: PasskeyContext) {
  let challenge = '';
  const expected = {
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    expectedChallenge(given: string) {
      challenge = given;
      return isChallenge(secret, purpose, given, now);
    },
  };
  return { expected, taken: (tx: Tx) => takeChallenge(tx, challenge, now) };
}

/** The library is loaded with the first passkey that is created or used: it has about two hundred modules. */
const library = () => import('@simplewebauthn/server');

/** Stores the passkey that a browser made for the actor and returns its id; undefined if the response is invalid. */
export async function addPasskey(
  tx: Tx,
  { user_id }: Actor,
  { name, passkey }: { name: string; passkey: RegistrationResponse },
  asked: PasskeyContext,
): Promise<number | undefined> {
  const { expected, taken } = expecting(asked);
  const { verifyRegistrationResponse } = await library();
  // The library throws for every kind of invalid response.
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expected,
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }));
  if (registrationInfo === undefined || !(await taken(tx))) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  const { rows } = await sql<RowOf<'passkeys', 'id'>>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, added_at)
    values (${user_id}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${passkey.response.transports ?? []}, ${name}, ${asked.now})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/**
 * The person whose passkey gave this response. Undefined if it is invalid, replayed, or of another person than
 * `userId`. A counter that went back means that the passkey was copied, so neither copy is accepted.
 */
export async function takePasskey(
  tx: Tx,
  userId: number | undefined,
  passkey: AuthenticationResponse,
  asked: PasskeyContext,
): Promise<number | undefined> {
  const person = userId ?? (await whoseIs(tx, passkey.id));
  if (person === undefined) return undefined;
  await holdPerson(tx, person);
  const { rows } = await sql<RowOf<'passkeys', 'id' | 'public_key' | 'counter'>>`
    select id, public_key, counter from passkeys
    where credential_id = ${passkey.id} and user_id = ${person} for update`.execute(tx);
  const [known] = rows;
  if (known === undefined) return undefined;
  const handle = passkey.response.userHandle;
  if (handle !== undefined && handle !== handleOf(asked.secret, person)) return undefined;
  const { expected, taken } = expecting(asked);
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    ...expected,
    response: passkey as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    credential: { id: passkey.id, publicKey: new Uint8Array(known.public_key), counter: known.counter },
  }).catch(() => undefined);
  if (result?.verified !== true || !(await taken(tx))) return undefined;
  await sql`update passkeys set counter = ${result.authenticationInfo.newCounter}, last_used_at = ${asked.now}
    where id = ${known.id}`.execute(tx);
  return person;
}

async function whoseIs(db: Db, credential: string) {
  const { rows } = await sql<RowOf<'passkeys', 'user_id'>>`
    select user_id from passkeys where credential_id = ${credential}`.execute(db);
  return rows[0]?.user_id;
}

/** Renames a passkey of the actor; false if the actor has none with that id. */
export async function namePasskey(tx: Tx, { user_id }: Actor, id: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set name = ${name} where id = ${id} and user_id = ${user_id} returning id`.execute(tx);
  return rows.length > 0;
}

/** Removes a passkey of the actor; false if the actor has none with that id. */
export async function dropPasskey(tx: Tx, { user_id }: Actor, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from passkeys where id = ${id} and user_id = ${user_id} returning id`.execute(tx);
  return rows.length > 0;
}
