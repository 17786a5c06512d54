const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The limits that operators can set (`LIMIT_…`), with their defaults. `RATE_LIMIT` multiplies all limits. */
export const limits = {
  /** Of requests without a genuine access token, in a minute. */
  requestsPerAddress: 1200,
  /** Of requests of one person, in a minute. */
  requestsPerPerson: 600,
  /** From an address in an hour. */
  registrations: 20,
  /** From an address in five minutes. */
  signInFailures: 20,
  /** Different accounts that an address fails to sign in to in ten minutes: how lists of stolen passwords are tried out. */
  signInAccounts: 10,
};
export type Limits = typeof limits;

/** How many in how long, and how many times as many in a trusted network. */
export interface Limit {
  limit: number;
  during: number;
  trusted: number;
}

// A trusted network is where many people are, not where nobody guesses: its limits on guessing stay low.
const crowd = 25;
const guessing = 5;

/** Every limit that counts by address, as the settings have it. */
export function limitsOf(set: Limits) {
  return {
    requests: { limit: set.requestsPerAddress, during: 1 * minutes, trusted: crowd },
    registrations: { limit: set.registrations, during: 1 * hours, trusted: crowd },
    forgotten: { limit: 20, during: 1 * hours, trusted: crowd },
    failures: { limit: set.signInFailures, during: 5 * minutes, trusted: guessing },
    accounts: { limit: set.signInAccounts, during: 10 * minutes, trusted: guessing },
    passcodes: { limit: 20, during: 5 * minutes, trusted: guessing },
    // While so many sign-ins fail everywhere that somebody must be trying out a list from many addresses.
    failuresInStorm: { limit: 2, during: 5 * minutes, trusted: guessing },
  } satisfies Record<string, Limit>;
}

/** What people post for others, one by one. */
export type Post = 'message' | 'question' | 'answer' | 'article' | 'booking' | 'like';

/**
 * How many of one person in how many seconds; fewer of an account that is less than a day old or whose email address is not
 * confirmed.
 */
export const postLimits: Record<Post, readonly { seconds: number; limit: number; ofNew: number }[]> = {
  message: [
    { seconds: 10, limit: 10, ofNew: 5 },
    { seconds: 60, limit: 30, ofNew: 15 },
    { seconds: 3600, limit: 300, ofNew: 60 },
  ],
  question: [{ seconds: 3600, limit: 10, ofNew: 5 }],
  answer: [{ seconds: 3600, limit: 30, ofNew: 10 }],
  article: [{ seconds: 3600, limit: 10, ofNew: 3 }],
  booking: [{ seconds: 3600, limit: 20, ofNew: 10 }],
  like: [{ seconds: 60, limit: 60, ofNew: 20 }],
};

/** Equal texts of one person: a long one counts once, a short one ("Thank you") a few times. */
export const equalTexts = { during: 10 * minutes, longFrom: 20, ofShort: 3 };
