import pg from 'pg';
import type { formOf } from '../../apps/server/test/fixtures/report-files.ts';
import { password, post, signUp } from '../tools/two-servers.ts';

// An access token is valid for five minutes; the proof takes longer.
const renewAfterMs = 180_000;

/** A person who can call the API for any length of time. */
export type Writer = Awaited<ReturnType<typeof openWriter>>;

/** Registers a person; `call` returns the body of an answer, and throws on a refusal. */
export async function openWriter(server: string) {
  const account = await signUp(server);
  let { access, refresh } = account;
  let at = Date.now();

  async function token() {
    if (Date.now() - at < renewAfterMs) return access;
    const answer = await fetch(`${server}/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh }),
    });
    ({ access, refresh } = (await answer.json()) as { access: string; refresh: string });
    at = Date.now();
    return access;
  }

  async function call(method: string, path: string, body?: object | ReturnType<typeof formOf>) {
    const form = body !== undefined && 'headers' in body ? body : undefined;
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${await token()}`,
      ...(form === undefined ? { 'content-type': 'application/json' } : form.headers),
    };
    const answer = await fetch(server + path, {
      method,
      headers: body === undefined ? { accept: headers.accept, authorization: headers.authorization } : headers,
      ...(body === undefined ? {} : { body: form?.body ?? JSON.stringify(body) }),
    });
    const reply = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(reply)}`);
    return reply;
  }

  const { user_id: id } = (await call('GET', '/current-user/')) as { user_id: number };
  /** Another session of the same person, for a browser. */
  async function newSession() {
    const { body } = await post(`${server}/token/`, { username: account.username, password });
    return body as unknown as { access: string; refresh: string };
  }
  return { id, call, newSession };
}

/** Gives somebody grants, and creates a visit of yesterday between two people: the API does neither. */
export async function prepare(owner: pg.ClientConfig, moderator: number, patient: number): Promise<number> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(
    `insert into grants (user_id, name, granted_at) select $1, unnest(array['administrator', 'moderator']), now()`,
    [moderator],
  );
  const { rows } = await client.query<{ id: number }>(
    `insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
     select $1, $2, at, at + interval '30 minutes', 'Asia/Kolkata', tstzrange(at, at + interval '30 minutes'), 'A proof',
       'approved', at - interval '1 day'
     from (select now() - interval '1 day' as at) visit returning id`,
    [moderator, patient],
  );
  await client.end();
  return (rows[0] as { id: number }).id;
}
