/** One call that is measured: what it is measured against, and what shows that its answer is right. */
export interface Call {
  name: string;
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  token?: boolean;
  html?: boolean;
  /** A new spelling of the search with every request, so that nothing kept can answer it. */
  unique?: boolean;
  /** Asked over so many connections at once; 64 where it is not said. */
  connections?: number;
  /** Its calibrator: the same bytes, one row read by a named statement, or argon2id alone. */
  limit: 'text' | 'row' | 'argon2id' | 'none';
  /** The least ratio to it; for `none`, requests a second. */
  goal: number;
  right(answer: { status: number; text: string }): boolean;
}

const rows = (text: string) => (JSON.parse(text) as unknown[]).length;

/** The calls that exist, with what is in the database. */
export function calls(at: {
  provider: number;
  speciality: number;
  username: string;
  password: string;
  providers: number;
  specialities: number;
}): Call[] {
  const page = Math.min(50, at.providers);
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
      right: ({ text }) => rows(text) >= Math.min(50, at.specialities),
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
      name: 'POST /token/',
      method: 'POST',
      path: '/token/',
      body: { username: at.username, password: at.password },
      // The product takes 50 waiting for their turn and refuses more, so that nobody waits long for nothing.
      connections: 16,
      limit: 'argon2id',
      goal: 0.8,
      right: ({ text }) => text.includes('"refresh"'),
    },
    {
      name: 'the page /, kept',
      path: '/',
      html: true,
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => text.includes('</html>'),
    },
    {
      name: 'the page /providers, kept',
      path: '/providers',
      html: true,
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => text.includes('</html>'),
    },
    {
      name: 'the page /providers, rendered anew',
      path: '/providers?q=cardiology',
      html: true,
      unique: true,
      connections: 8,
      limit: 'none',
      goal: 1500,
      right: ({ text }) => text.includes('</html>'),
    },
  ];
}
