import { logInByCode, logInByPasskey, startPasskeyLogin } from '@carecommons/contract/second-factor';
import { Problem } from '../../platform/errors/errors.ts';
import { type Call, route } from '../../platform/routing/routing.ts';
import { askingFor, requestOptions, takePasskey } from './second-factor/second-factor-passkeys.ts';
import { enterByCode, entering, open, readTicket, stepOf } from './sign-in.ts';

const toLogIn = 'log in';

export const signInRoutes = [
  route(logInByCode, async (call) => {
    const { user, use } = await readTicket(call, call.body.ticket);
    return await entering(call, user.username, () => enterByCode(call, user, call.body.code, use));
  }),

  route(startPasskeyLogin, async (call) => await requestOptions(call.db, undefined, askingFor(call, toLogIn))),

  route(logInByPasskey, async (call) => {
    const { ticket } = call.body;
    if (ticket === undefined) return await enterByPasskey(call, toLogIn);
    const { user, use } = await readTicket(call, ticket);
    return await entering(call, user.username, () => enterByPasskey(call, stepOf(ticket), { user, use }));
  }),
];

type Ticket = Awaited<ReturnType<typeof readTicket>>;

/** In one transaction: a refused login leaves the passkey unchanged. */
async function enterByPasskey(call: Call<typeof logInByPasskey>, purpose: string, ticket?: Ticket) {
  return await call.db.transaction().execute(async (tx) => {
    const id = await takePasskey(tx, ticket?.user.id, call.body.passkey, askingFor(call, purpose));
    if (id === undefined) throw new Problem('invalid_passkey');
    await ticket?.use(tx);
    const tokens = await open(tx, call, ticket?.user ?? { id }, true);
    if (tokens === undefined) throw new Problem('invalid_passkey');
    return tokens;
  });
}
