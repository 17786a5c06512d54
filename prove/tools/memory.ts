import type { CreationOptions, RequestOptions } from '@carecommons/contract/passkeys';
import { codeAt, openAuthenticator } from '../../apps/server/test/fixtures/authenticator.ts';
import type { ReadEmail } from '../../apps/server/test/oracles/read-email.ts';
import type { Input, Operation } from './api.ts';
import type { Someone } from './crowd.ts';
import { password } from './two-servers.ts';

type Id = number | string;
type Values = Record<string, unknown>;

/** What kind of object the ids in the answers of a path have, by their name in URLs. */
const idsOf: [RegExp, string][] = [
  [/^\/apis\/help-center\/.*comments/, 'answer_id'],
  [/^\/apis\/help-center\//, 'question_id'],
  [/^\/apis\/(blogs|personal|full)\//, 'blog_id'],
  [/^\/apis\/chat-rooms\//, 'room_id'],
  [/^\/apis\/messages/, 'message_id'],
  [/^\/apis\/appeals\//, 'appeal_id'],
  [/^\/apis\/verification\/$/, 'claim_id'],
  [/^\/api\/verification\/files/, 'file_id'],
  [/speciali/, 'speciality_id'],
  [/^\/providers\/$/, 'provider_id'],
  [/^\/api\/(a?appointments|upcoming)/, 'appointment_id'],
  [/^\/api\/records/, 'record_id'],
  [/passkeys\/$/, 'passkey_id'],
  [/sessions\/$/, 'session_id'],
  [/letters\/$/, 'letter_id'],
  [/^\/(api\/admin\/users|register\/user)\/$/, 'user_id'],
];
const reportable = { blog: 'blog_id', question: 'question_id', answer: 'answer_id', message: 'message_id' };

/** What one person has for a second factor. */
interface Factors {
  secret?: string;
  recovery: string[];
  authenticator: ReturnType<typeof openAuthenticator>;
  /** The latest request to the browser: to create a passkey, or to use one. */
  options?: { rp?: unknown };
}

/**
 * What answers have revealed, so that later calls name existing objects: ids, whole URLs, second factors, and the links of
 * emails.
 */
export function openMemory(operations: readonly Operation[], letters: readonly ReadEmail[]) {
  const lists = new Map<string, unknown[]>();
  const factors = new Map<string, Factors>();
  const addresses = operations
    .filter(({ path, parameters }) => path.includes('{') && (/version|file/.test(path) || asksForToken(parameters)))
    .map(({ name, path }) => ({ name, form: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>\\w+)')}(?:\\?|$)`) }));

  function keep(list: string, one: unknown) {
    const kept = lists.get(list) ?? [];
    lists.set(list, [...kept.slice(1 - remembered), one]);
  }

  /** A random element of a list, preferring the last one. */
  function anyOf(list: string): unknown {
    const kept = lists.get(list) ?? [];
    return Math.random() < 0.4 ? kept.at(-1) : kept[Math.floor(Math.random() * kept.length)];
  }

  const told = (what: string, { username }: Someone) =>
    ((Math.random() < 0.6 ? anyOf(`${what} ${username}`) : undefined) ?? anyOf(what)) as Id | undefined;

  function factorsOf({ username }: Someone) {
    let one = factors.get(username);
    if (one === undefined) factors.set(username, (one = { recovery: [], authenticator: openAuthenticator() }));
    return one;
  }

  function hear(value: unknown, what: string | undefined, caller: Someone) {
    if (typeof value === 'string') {
      for (const { name, form } of addresses) {
        const path = form.exec(value)?.groups;
        if (path === undefined) continue;
        keep(name, { path: { ...path }, query: Object.fromEntries(new URL(value, 'http://here').searchParams) });
      }
    }
    if (typeof value !== 'object' || value === null) return;
    const { id, prob_id, user, kind } = value as { id?: Id; prob_id?: Id; user?: Id; kind?: string };
    const one = id ?? prob_id ?? user;
    if (what !== undefined && (typeof one === 'number' || typeof one === 'string')) {
      keep(what, one);
      keep(`${what} ${caller.username}`, one);
    }
    if (kind !== undefined && Object.hasOwn(reportable, kind)) keep(`item ${caller.username}`, { kind, id });
    for (const inner of Object.values(value)) hear(inner, Array.isArray(value) ? what : undefined, caller);
  }

  /** An object that may be reported, hidden or appealed for. */
  function anyItem(caller: Someone) {
    const kinds = Object.keys(reportable) as (keyof typeof reportable)[];
    const kind = kinds[Math.floor(Math.random() * kinds.length)] as (typeof kinds)[number];
    const written = anyOf(`item ${caller.username}`) as Values | undefined;
    return written !== undefined && Math.random() < 0.5 ? written : { kind, id: told(reportable[kind], caller) ?? 1 };
  }

  function bodyFor(path: string, caller: Someone, provider: Someone): Values {
    const { secret, recovery, authenticator, options } = factorsOf(caller);
    const fromApp = secret === undefined ? undefined : codeAt(secret, new Date());
    const purpose = path === '/reset-password/' ? 'reset' : 'verify';
    const link = letters.findLast((letter) => letter.link?.includes(purpose));
    return {
      ...anyItem(caller),
      user: caller.id,
      username: caller.username,
      password,
      current_password: password,
      refresh: caller.refresh,
      healthcare_provider: provider.id,
      registration_number: caller.username,
      council: 'A council',
      into: told('speciality_id', caller),
      token: link?.token,
      email: path === '/forgot-password/' ? anyOf('confirmed') : `${crypto.randomUUID()}@example.org`,
      code: path.endsWith('/app/confirm/') ? fromApp : (recovery.at(-1) ?? fromApp),
      passkey: answerTo(options, authenticator),
    };
  }

  return {
    /** Learns from a successful answer. */
    learn({ name, path }: Operation, { path: values }: Input, caller: Someone, text: string) {
      for (const [what, one] of Object.entries(values)) keep(what, one);
      if (!text.startsWith('{') && !text.startsWith('[')) return;
      const answer = JSON.parse(text) as Values;
      hear(answer, idsOf.find(([form]) => form.test(path))?.[1], caller);
      const own = factorsOf(caller);
      if (path.endsWith('/app/')) own.secret = answer.secret as string;
      if (Array.isArray(answer.recovery_codes)) own.recovery = answer.recovery_codes as string[];
      if (path.endsWith('/options/')) own.options = answer;
      if (path === '/verify-email/') keep('confirmed', answer.email);
      // Whoever signs in with a passkey is unknown before.
      if (name === 'POST /account/second-factor/passkeys/') factors.set('nobody', { ...own });
    },

    /** A call with values that only this installation can supply. */
    complete({ name, path }: Operation, input: Input, caller: Someone, provider: Someone): Input {
      const address = anyOf(name) as Pick<Input, 'path' | 'query'> | undefined;
      if (address !== undefined) return { ...input, ...address };
      const values = Object.keys(input.path).map((what) => {
        const own = what === 'user_id' && path.startsWith('/apis/') ? caller.id : undefined;
        return [what, String((Math.random() < 0.5 ? own : undefined) ?? told(what, caller) ?? input.path[what] ?? 1)];
      });
      const { cursor: _, ...query } = input.query;
      const sent = { ...input, path: Object.fromEntries(values) as Input['path'], query };
      const { body } = input;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return sent;
      const known = bodyFor(path, caller, provider);
      const fields = Object.entries(body).map(([field, value]) => [field, known[field] ?? value]);
      return { ...sent, body: Object.fromEntries(fields) };
    },
  };
}

/** The browser's response to a request. */
function answerTo(options: Factors['options'], { create, get }: Factors['authenticator']) {
  if (options === undefined) return undefined;
  return 'rp' in options ? create(options as CreationOptions) : get(options as RequestOptions);
}

const remembered = 30;
const asksForToken = (parameters: Operation['parameters']) =>
  parameters.some(({ name, in: place }) => name === 'token' && place === 'query');
