import { grants } from '@carecommons/contract/endpoint';
import pg from 'pg';
import { pastVisit, personOf } from './reporting.ts';
import { becomes, signUp } from './two-servers.ts';

export const kinds = ['nobody', 'unknown', 'patient', 'provider', 'staff'] as const;
export type Kind = (typeof kinds)[number];

/** One person, with the account and the tokens of one session. */
export interface Someone {
  id: number;
  username: string;
  access: string;
  refresh: string;
}

/** People of every kind. Whoever has lost the session is replaced by another person of the same kind. */
export async function openCrowd(server: string, owner: pg.ClientConfig) {
  const { provider, patient } = await pastVisit(server, owner);
  const people = new Map<Kind, Someone>();
  people.set('provider', someone(provider)).set('patient', someone(patient));
  for (const kind of ['unknown', 'staff'] as const) people.set(kind, await join(kind));

  async function join(kind: Kind): Promise<Someone> {
    const account = await signUp(server);
    if (kind === 'patient' || kind === 'provider') await becomes(server, kind, account.access);
    if (kind === 'staff') await grantAll(owner, account.username);
    return someone(account);
  }

  return {
    of: (kind: Kind) => people.get(kind),
    /** Another person of a kind, in addition. */
    join,
    /** Replaces a person who was signed out. */
    async replace(kind: Kind, { access }: Someone) {
      const isOut = async () =>
        (await fetch(`${server}/check/`, { headers: { authorization: `Bearer ${access}` } })).status === 401;
      if (people.get(kind)?.access === access && (await isOut())) people.set(kind, await join(kind));
    },
  };
}

const someone = (account: Omit<Someone, 'id'>): Someone => ({ ...account, id: personOf(account.access) });

async function grantAll(owner: pg.ClientConfig, username: string) {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(
    `insert into grants (user_id, name, granted_at) select id, unnest($2::text[]), now() from users where username = $1`,
    [username, grants],
  );
  await client.end();
}
