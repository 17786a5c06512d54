import * as contract from '@carecommons/contract/second-factor';
import { invalidField, Problem } from '../../core/problem.ts';
import { type Call, route } from '../../core/route.ts';
import type { Actor } from '../../core/session.ts';
import { counted, withPassword } from './current-password.ts';
import { dropApp, keepApp, prepareApp, takeStep } from './second-factor-app.ts';
import { bare, replaceCodes } from './second-factor-codes.ts';
import {
  creationOptions,
  dropPasskey,
  keepPasskey,
  namePasskey,
  requestOptions,
  siteOf,
  takePasskey,
} from './second-factor-passkeys.ts';
import { seal, unseal } from './second-factor-seal.ts';
import {
  added,
  getSecondFactor,
  markSession,
  mayChange,
  removed,
  renewCodes,
  takeCode,
  wrongCode,
} from './second-factor.ts';
import { openSession } from './sessions.ts';

type Asking = Pick<Call<never>, 'clock' | 'config' | 'request'>;

/** What a challenge is asked or answered with. Throws `wrong_state` where this site can have no passkeys. */
function asked({ clock, config, request }: Asking, purpose: string) {
  const site = siteOf(config.publicUrl, request);
  if (site === undefined) {
    throw new Problem('wrong_state', { message: 'Passkeys do not work at this address of the site.' });
  }
  return { site, secret: config.secret, now: clock.now(), purpose };
}

const toAdd = ({ user_id, session_id }: Actor) => `add ${user_id} ${session_id}`;
const toConfirm = ({ user_id, session_id }: Actor) => `confirm ${user_id} ${session_id}`;
const toLogIn = 'log in';

type Writing = Pick<Call<never>, 'config' | 'transaction'> & { actor: Actor };

/** Runs a write whose answer holds secrets. They are kept for the same call sent again, but encrypted. */
async function secretly<T>(
  { transaction, actor, config }: Writing,
  work: Parameters<typeof transaction<T>>[0],
): Promise<T> {
  const { sealed } = await transaction(async (tx) => {
    const answer = JSON.stringify(await work(tx));
    return { sealed: seal(config.secret, actor.user_id, answer).toString('base64') };
    // The key alone tells the call: nothing that passwords could be guessed from is kept.
  }, null);
  return JSON.parse(unseal(config.secret, actor.user_id, Buffer.from(sealed, 'base64'))) as T;
}

export const secondFactorRoutes = [
  route(contract.getSecondFactor, async ({ db, actor, config, request }) => ({
    ...(await getSecondFactor(db, actor)),
    required: config.secondFactor === 'required' && actor.held_grants.length > 0,
    passkeys_possible: siteOf(config.publicUrl, request) !== undefined,
  })),

  route(contract.startApp, async (call) => {
    const { actor, config, clock } = call;
    return await secretly(call, async (tx) => {
      await mayChange(tx, actor);
      const prepared = await prepareApp(tx, actor, config.secret, clock.now());
      if (prepared === undefined)
        throw new Problem('wrong_state', { message: 'There is an authenticator app already.' });
      return prepared;
    });
  }),

  route(contract.confirmApp, async (call) => {
    const { actor, body, config, clock, sessions } = call;
    const [now, { secret }] = [clock.now(), config];
    const answer = await withPassword(call, () =>
      secretly(call, async (tx) => {
        await mayChange(tx, actor);
        const options = { secret, now, confirmed: false };
        if (!(await takeStep(tx, actor.user_id, bare(body.code), options))) throw wrongCode();
        await keepApp(tx, actor.user_id, now);
        await markSession(tx, actor, now);
        await added(tx, actor, 'authenticator app', now);
        return { recovery_codes: await replaceCodes(tx, actor.user_id, secret) };
      }),
    );
    sessions.forgetPerson(actor.user_id);
    return answer;
  }),

  route(contract.removeApp, async (call) => {
    const { transaction, actor, body, config, clock, sessions } = call;
    const now = clock.now();
    await withPassword(call, () =>
      transaction(async (tx) => {
        if (!(await takeCode(tx, actor, body.code, { secret: config.secret, now }))) throw wrongCode();
        await dropApp(tx, actor.user_id);
        await removed(tx, actor, 'authenticator app', now);
        return {};
      }, null),
    );
    sessions.forgetPerson(actor.user_id);
    return {};
  }),

  route(contract.makeRecoveryCodes, async (call) => {
    const { actor, config, clock } = call;
    return await withPassword(call, () =>
      secretly(call, async (tx) => {
        return { recovery_codes: await renewCodes(tx, actor, { secret: config.secret, now: clock.now() }) };
      }),
    );
  }),

  route(contract.startPasskey, async (call) => {
    const { db, actor } = call;
    return await withPassword(call, async () => {
      await db.transaction().execute((tx) => mayChange(tx, actor));
      return await creationOptions(db, actor, asked(call, toAdd(actor)));
    });
  }),

  route(contract.addPasskey, async (call) => {
    const { transaction, actor, body, clock, sessions } = call;
    const answer = await transaction(async (tx) => {
      await mayChange(tx, actor);
      const id = await keepPasskey(tx, actor, body, asked(call, toAdd(actor)));
      if (id === undefined) throw invalidField('passkey', 'This passkey was not accepted. Please try again.');
      await markSession(tx, actor, clock.now());
      await added(tx, actor, 'passkey', clock.now());
      return { id };
    });
    sessions.forgetPerson(actor.user_id);
    return answer;
  }),

  route(contract.renamePasskey, async ({ transaction, actor, params, body }) => {
    return await transaction(async (tx) => {
      if (!(await namePasskey(tx, actor, params.passkey_id, body.name))) throw new Problem('not_found');
      return {};
    });
  }),

  route(contract.removePasskey, async (call) => {
    const { transaction, actor, params, clock, sessions } = call;
    await withPassword(call, () =>
      transaction(async (tx) => {
        await mayChange(tx, actor);
        if (!(await dropPasskey(tx, actor, params.passkey_id))) throw new Problem('not_found');
        await removed(tx, actor, 'passkey', clock.now());
        return {};
      }, null),
    );
    sessions.forgetPerson(actor.user_id);
    return {};
  }),

  route(contract.startConfirmation, async (call) => {
    return await requestOptions(call.db, call.actor.user_id, asked(call, toConfirm(call.actor)));
  }),

  route(contract.confirmSession, async (call) => {
    const { transaction, actor, body, config, clock, sessions } = call;
    const now = clock.now();
    await counted(call, () =>
      transaction(async (tx) => {
        if (body.passkey !== undefined) {
          const of = await takePasskey(tx, actor.user_id, body.passkey, asked(call, toConfirm(actor)));
          if (of === undefined) throw invalidField('passkey', 'This passkey was not accepted. Please try again.');
        } else if (!(await takeCode(tx, actor, body.code ?? '', { secret: config.secret, now }))) throw wrongCode();
        await markSession(tx, actor, now);
        return {};
      }, null),
    );
    sessions.forgetPerson(actor.user_id);
    return {};
  }),

  route(contract.startPasskeyLogin, async (call) => await requestOptions(call.db, undefined, asked(call, toLogIn))),

  route(contract.logInByPasskey, async (call) => {
    const { db, body, request } = call;
    return await db.transaction().execute(async (tx) => {
      const id = await takePasskey(tx, undefined, body.passkey, asked(call, toLogIn));
      const tokens = id && (await openSession(tx, { id, confirmed: true }, request.headers['user-agent'], call));
      // Within the transaction: a login that is refused leaves the passkey as it was.
      if (!tokens) throw new Problem('invalid_passkey');
      return tokens;
    });
  }),
];
