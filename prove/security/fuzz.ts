import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import pg from 'pg';
import { fromJSONSchema, type ZodType } from 'zod';
import { mailServer } from '../../apps/server/test/servers/mail-server.ts';
import { type Input, type Operation, operationsOf, type Schema, send } from '../tools/api.ts';
import { type Kind, kinds, openCrowd, type Someone } from '../tools/crowd.ts';
import { brokenInputs, wholeInputs } from '../tools/inputs.ts';
import { openMemory } from '../tools/memory.ts';
import { progressOf } from '../tools/progress.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { withTwoServers } from '../tools/two-servers.ts';

const atOnce = 6;
const told = 20;

/** S16: server faults, and answers that the API's own description does not allow, to calls generated from that description. */
export async function fuzz(size: Size): Promise<Figure> {
  const wanted = sized(size, 3000, 5000, 50_000);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const mail = await mailServer();
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'prove@example.org', PUBLIC_URL: 'http://localhost' };
  return await withTwoServers(
    async ([server], owner) => {
      await giveUpEmail(owner);
      const operations = await operationsOf(server);
      const crowd = await openCrowd(server, owner);
      const each = Math.ceil(wanted / operations.length) - walks;
      const progress = progressOf('fuzz', wanted);
      const statuses: Record<string, number> = {};
      // The first call for each kind of fault and mismatch.
      const faults = new Map<string, string>();
      const breaks = new Map<string, string>();
      const answered = new Set<string>();

      const memory = openMemory(operations, mail.taken);

      async function tryOne(operation: Operation, sampled: Input, kind: Kind, truly: boolean) {
        const person = crowd.of(kind);
        const input = truly
          ? memory.complete(operation, sampled, person ?? nobody, crowd.of('provider') ?? nobody)
          : sampled;
        const answer = await send(server, operation, input, person?.access);
        const text = await answer.text();
        const kindOfAnswer = `${operation.name} ${answer.status}`;
        const call = `as ${kind}: ${JSON.stringify(input).slice(0, 300)}`;
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status >= 500) note(faults, kindOfAnswer, call);
        const wrong = differenceOf(operation, answer, text);
        if (wrong !== undefined) note(breaks, `${kindOfAnswer}: ${wrong}`, call);
        if (answer.status < 300) {
          answered.add(operation.name);
          memory.learn(operation, input, person ?? nobody, text);
        }
        if (answer.status === 401 && person !== undefined && operation.guarded) await crowd.replace(kind, person);
        progress.step();
      }

      // First some passes over all operations, so that later calls meet existing objects.
      let walked = 0;
      for (let walk = 0; walk < walks; walk++) {
        for (const operation of operations) {
          if (answered.has(operation.name) && ending.test(operation.name)) continue;
          const inputs = fc.sample(wholeInputs(operation), { numRuns: kinds.length, seed: seed + walk });
          await Promise.all(kinds.map((kind, n) => tryOne(operation, inputs[n] as Input, kind, true)));
          walked += kinds.length;
        }
      }

      const tries = fc.sample(triesOf(operations), { numRuns: each * operations.length, seed });
      let next = 0;
      const hand = async () => {
        for (let one = tries[next++]; one !== undefined; one = tries[next++]) await tryOne(...one);
      };
      await Promise.all(Array.from({ length: atOnce }, hand));
      const silent = operations.map(({ name }) => name).filter((name) => !answered.has(name));
      return {
        figure: 'S16 calls made from the description of the API; faults; answers that it does not have',
        value: {
          requests: walked + tries.length,
          operations: operations.length,
          succeeded: answered.size,
          never_succeeded: silent,
          statuses,
          faults: faults.size,
          breaks: breaks.size,
          ...(faults.size + breaks.size === 0 ? {} : { seed, first: [...faults, ...breaks].slice(0, told) }),
        },
        target: `>= ${wanted} requests, 0 faults, 0 breaks${size.full ? '' : '; 50000 with --full'}`,
        ok: walked + tries.length >= wanted && faults.size === 0 && breaks.size === 0,
      };
    },
    () => settings,
  ).finally(mail.close);
}

const walks = 3;
// Called once in each pass: they remove what others need.
const ending =
  /^DELETE|password|sign-out|logout|\/(withdraw|release|remove|disable|end-sessions|suspend|close|retire|merge|reject|hide)\//;

/** An email that was given up, as after days without an answer of the mail server. */
async function giveUpEmail(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(
    `insert into jobs (kind, payload, created_at, dead_at)
     values ('password_reset', '{"email": "prove@example.org"}', now(), now())`,
  );
  await client.end();
}

/** Calls of all operations, six of ten valid and four broken, by people of all kinds. */
function triesOf(operations: readonly Operation[]) {
  return fc.oneof(
    ...operations.map((operation) => {
      const inputs = fc.oneof(
        { weight: 6, arbitrary: wholeInputs(operation) },
        { weight: 4, arbitrary: brokenInputs(operation) },
      );
      return fc.tuple(fc.constant(operation), inputs, fc.constantFrom(...kinds), fc.boolean());
    }),
  );
}

const nobody: Someone = { id: 0, username: 'nobody', access: '', refresh: '' };

function note(found: Map<string, string>, kind: string, call: string) {
  if (!found.has(kind)) found.set(kind, call);
}

const schemas = new Map<Schema, ZodType>();

/** How an answer differs from its description, or undefined. */
function differenceOf({ answers }: Operation, answer: Response, text: string): string | undefined {
  const described = answers[answer.status];
  if (described === undefined) return `status ${answer.status} is not described`;
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = described[type];
  if (schema === undefined) return `type ${type} is not described`;
  if (!type.endsWith('json')) return undefined;
  let parsed = schemas.get(schema);
  if (parsed === undefined) schemas.set(schema, (parsed = fromJSONSchema(schema)));
  const value: unknown = JSON.parse(text);
  const result = parsed.safeParse(value);
  if (!result.success) return JSON.stringify(result.error.issues[0]).slice(0, 300);
  return isDeepStrictEqual(result.data, value) ? undefined : 'it holds more than is described';
}
