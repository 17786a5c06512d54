import { type Figure, type Size, sized } from '../tools/figure.ts';
import { mailServer } from '../../apps/server/test/servers/mail-server.ts';
import { post, signUp, withTwoServers } from '../tools/two-servers.ts';

const patienceMs = 10_000;

/** Two requests, the first about an existing person, whose answers must be identical. */
interface Question {
  known(): Promise<unknown>;
  unknown(): Promise<unknown>;
}

/**
 * S12: what distinguishes an existing account from a missing one: the answers to a login, a forgotten password and a
 * registration with a used address, and their durations. A taken username is reported, as the specification demands.
 */
export async function enumeration(size: Size): Promise<Figure> {
  const rounds = sized(size, 20, 100, 100);
  const mail = await mailServer();
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'prove@example.org' };
  return await withTwoServers(
    async ([server]) => {
      const { username } = await signUp(server);
      await confirm(server, mail);
      // As long as the existing one, and a new one each time.
      const nobody = () => `prove.${crypto.randomUUID().slice(0, 8)}`;
      const logIn = (name: string) => post(`${server}/token/`, { username: name, password: 'not this one' });
      const forget = (email: string) => post(`${server}/forgot-password/`, { email });
      const register = async (email: string) => {
        const account = { username: nobody(), email, password: 'seven grey herons' };
        const { status, body } = await post(`${server}/register/user/`, account);
        return { status, body: { ...body, id: undefined, username: undefined } };
      };
      const address = 'prove@example.org';
      const questions: Record<string, Question> = {
        login: { known: () => logIn(username), unknown: () => logIn(nobody()) },
        forgotten: { known: () => forget(address), unknown: () => forget(`${nobody().slice(0, 5)}@example.org`) },
        registration: { known: () => register(address), unknown: () => register(`${nobody()}@example.org`) },
      };
      const told: Record<string, { different: number; gap: number }> = {};
      for (const [name, question] of Object.entries(questions)) told[name] = await compare(question, rounds);
      const all = Object.values(told);
      return {
        figure:
          'S12 login, forgotten password and registration of known and unknown: different answers, median gap in ms',
        value: { rounds, ...told },
        target: '0 and < 5',
        ok: all.every(({ different }) => different === 0),
        fast: all.every(({ gap }) => gap < 5),
      };
    },
    () => settings,
  ).finally(mail.close);
}

/** Confirms the address of the existing account, so that its forgotten password really sends an email. */
async function confirm(server: string, { taken }: Awaited<ReturnType<typeof mailServer>>) {
  const until = Date.now() + patienceMs;
  // The demo's people get emails, too.
  const own = () => taken.find(({ token }) => token !== undefined);
  while (own() === undefined && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  const { status } = await post(`${server}/verify-email/`, { token: own()?.token });
  if (status !== 200) throw new Error(`An address was not confirmed: ${status}.`);
}

async function compare({ known, unknown }: Question, rounds: number) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  const ask = async (which: keyof Question, question: Question) => {
    const began = performance.now();
    const answer = await question[which]();
    times[which].push(performance.now() - began);
    answers.add(JSON.stringify(answer));
  };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const which of order) await ask(which, { known, unknown });
  }
  const gap = Math.abs(median(times.known) - median(times.unknown));
  return { different: answers.size - 1, gap: Math.round(gap * 100) / 100 };
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
