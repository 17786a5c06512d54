import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openAuthenticator } from '../fixtures/authenticator.ts';
import { addApp, codeOf } from '../fixtures/second-factor.ts';
import type { Canaries } from './taint-markers.ts';
import type { Factors, Ground, Somebody } from './somebody.ts';
import type { PersonName, Thing } from './notation.ts';

/** Sets up a passkey and an app through the API, with secrets in all that is private; the app is confirmed or only begun. */
export async function setUpFactors(ground: Ground, canaries: Canaries, person: Somebody, appConfirmed: boolean) {
  const { name, access, username, password, user_id } = person;
  const self = name as PersonName;
  const declare = (secret: string | number, what: string, entitled: PersonName[] = []) =>
    canaries.declare(secret, `${what} of ${name}`, entitled);
  const post = async (path: string, body: object = {}) => {
    const answer = await ground.call(`POST ${path}`, { as: access, body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const adding = () => post('/account/second-factor/passkeys/options/', { current_password: password });

  const key = openAuthenticator(ground.origin);
  const options = await adding();
  const passkey = key.create(options);
  const passkeyName = canaries.word(`name of a passkey of ${name}`, [self]);
  const { id, recovery_codes } = await post('/account/second-factor/passkeys/', { name: passkeyName, passkey });
  for (const code of recovery_codes) declare(code, 'recovery code');
  declare(id, 'id of a passkey', [self]);
  declare(passkey.id, 'credential', [self]);
  declare(options.user.id, 'handle', [self]);
  const { rows } = await sql<{ public_key: Buffer }>`
    select public_key from passkeys where user_id = ${user_id}`.execute(ground.db);
  for (const { public_key } of rows)
    for (const form of ['hex', 'base64', 'base64url'] as const)
      declare(public_key.toString(form), 'public key of a passkey');

  const app = appConfirmed
    ? await addApp(ground, { access: access as string, password })
    : { secret: (await post('/account/second-factor/app/')).secret as string, recovery: [] };
  declare(app.secret, 'secret of the app');
  for (const code of app.recovery) declare(code, 'recovery code');
  const { ticket } = (await ground.call('POST /token/', { body: { username, password } })).body;
  declare(ticket, 'ticket');

  return {
    key,
    passkey: { id },
    code: codeOf(ground, app.secret, appConfirmed ? 1 : 0),
    usedCode: appConfirmed ? codeOf(ground, app.secret) : undefined,
    recoveryCode: app.recovery[0],
    secondStep: { id: 0, ticket, code: (appConfirmed ? app.recovery : recovery_codes)[0] },
    challenges: {
      add: (await adding()).challenge,
      confirm: (await post('/account/second-factor/confirm/options/')).challenge,
      login: (await post('/token/passkey/options/')).challenge,
    },
  } satisfies Factors;
}

/** What an authenticator answers to a challenge, as a thing of the world. */
export const answerOf = ({ key }: Pick<Factors, 'key'>, challenge: string): Thing => ({
  id: 0,
  passkey: JSON.stringify(key.get({ challenge })),
});

/** What a new authenticator answers to the wish for a passkey. */
export function newPasskey(ground: Ground, challenge: string): Thing {
  const user = { id: randomBytes(32).toString('base64url') };
  const options = { challenge, user } as Parameters<Factors['key']['create']>[0];
  return { id: 0, passkey: JSON.stringify(openAuthenticator(ground.origin).create(options)) };
}

/** A challenge that the product never made. */
export const forgedChallenge = () => randomBytes(56).toString('base64url');
