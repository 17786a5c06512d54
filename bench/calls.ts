import { bookings, type Patient } from './patients.ts';

/** One request of a call: an address that no cache can answer, or who writes what. */
interface Request {
  path?: string;
  body?: unknown;
  token?: string;
  /** The calibrator's body, if it differs. */
  work?: unknown;
}

/** A measured call: what it is compared with, and how a right answer is recognised. */
export interface Call {
  name: string;
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  token?: boolean;
  html?: boolean;
  /** The part that is new in every request. */
  each?: (() => Request) | undefined;
  /** The status of a right answer; 200 by default. */
  status?: number;
  /** The number of concurrent connections; 64 by default. */
  connections?: number;
  /** Its calibrator: the same bytes, the same read by one prepared statement, the same statements by hand, or argon2id alone. */
  limit: 'text' | Read | Write | 'argon2id' | 'none';
  /** The minimum ratio to it; for `none`, requests a second. */
  goal: number;
  right(answer: { status: number; text: string }): boolean;
}

type Read = 'row' | 'upcoming' | 'article' | 'answers' | 'search' | 'rooms' | 'messages' | 'messages-after';
type Write = 'booking' | 'message' | 'like' | 'question' | 'publish';

/** The contents of the database that calls refer to. */
export interface BenchData {
  provider: number;
  /** Providers who accept requests for any time, the first page of the directory, and a provider with published hours. */
  providers: number[];
  page: number[];
  publisher: number;
  speciality: number;
  /** Ids of articles and rooms, and of a question with answers. */
  blogs: number[];
  rooms: number[];
  question: number;
}

export const rows = (text: string) => (JSON.parse(text) as unknown[]).length;

/** The calls of the directory, of visits and of logging in, and pages. */
export function calls(
  at: BenchData,
  {
    username,
    password,
    patients,
    set,
  }: { username: string; password: string; patients: Patient[]; set: { providers: number; specialities: number } },
): Call[] {
  const page = Math.min(50, set.providers);
  return [
    {
      name: 'GET /providers/',
      path: '/providers/',
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => rows(text) === page,
    },
    {
      name: 'GET /providers/?q=',
      path: '/providers/?q=cardio',
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => rows(text) > 0 && text.includes('Cardiology'),
    },
    {
      name: 'GET /providers/speciality/{id}/',
      path: `/providers/speciality/${at.speciality}/`,
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => rows(text) > 0,
    },
    {
      name: 'GET /speciality/',
      path: '/speciality/',
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => rows(text) >= Math.min(50, set.specialities),
    },
    {
      name: 'GET /providers/{id}/',
      path: `/providers/${at.provider}/`,
      limit: 'row',
      goal: 0.8,
      right: ({ text }) => text.includes(`"user":${at.provider}`),
    },
    {
      name: 'GET /check/ (token)',
      path: '/check/',
      token: true,
      limit: 'row',
      goal: 0.6,
      right: ({ text }) => text.includes('"role":"patient"'),
    },
    {
      name: 'GET /api/upcoming/ (token)',
      path: '/api/upcoming/',
      token: true,
      limit: 'upcoming',
      goal: 0.6,
      right: ({ text }) => rows(text) === 10,
    },
    // Each patient requests another half hour within two months.
    ...[
      { whom: 'many providers', spread: true, from: 2 },
      { whom: 'one provider', spread: false, from: 66 },
    ].map(({ whom, spread, from }): Call => ({
      name: `POST /api/appointments/create/ (token), ${whom}`,
      method: 'POST',
      path: '/api/appointments/create/',
      each: bookings(patients, at.providers, { spread, from }),
      status: 201,
      limit: 'booking',
      goal: 0.6,
      right: ({ text }) => text.includes('"status":"requested"'),
    })),
    // One after the other: each should take less than 20 ms.
    {
      name: 'GET /api/slots/{id}/, four weeks',
      path: `/api/slots/${at.publisher}/?from=${dayFromNow(1)}&to=${dayFromNow(28)}`,
      connections: 1,
      limit: 'none',
      goal: 50,
      right: ({ text }) => rows(text) > 0,
    },
    {
      name: 'GET /api/next-times/, a page',
      path: `/api/next-times/?providers=${at.page.join()}`,
      connections: 1,
      limit: 'none',
      goal: 50,
      right: ({ text }) => rows(text) > 0,
    },
    {
      name: 'POST /token/',
      method: 'POST',
      path: '/token/',
      body: { username, password },
      // The product queues 50 and refuses more, so that nobody waits long in vain.
      connections: 16,
      limit: 'argon2id',
      goal: 0.8,
      right: ({ text }) => text.includes('"refresh"'),
    },
    {
      name: 'the page /, cached',
      path: '/',
      html: true,
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => text.includes('</html>'),
    },
    {
      name: 'the page /providers, cached',
      path: '/providers',
      html: true,
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => text.includes('</html>'),
    },
    {
      name: 'the page /providers, uncached',
      path: '/providers?q=cardiology',
      html: true,
      each: spellings('/providers?q=', 'cardiology'),
      connections: 8,
      limit: 'none',
      goal: 1500,
      right: ({ text }) => text.includes('</html>'),
    },
  ];
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A search with varying upper and lower case: the results are the same, but each spelling has its own cache entry. */
export function spellings(path: string, words: string) {
  let number = 0;
  return () => {
    const spelling = number++;
    const spelled = [...words].map((letter, at) => (spelling & (1 << at) ? letter.toUpperCase() : letter)).join('');
    return { path: path + encodeURIComponent(spelled) };
  };
}
