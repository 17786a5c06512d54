// The resources for a number of accounts, calculated from the cost of calls and connections (docs/PERFORMANCE.md) and from usage
// assumptions (docs/SCALING.md has their sources). Pure arithmetic: change an assumption and run it again.

/** Usage assumptions. Shares refer to the line above, calls to one person on one day. */
const habits = {
  /** The share of all accounts that are active on a day. */
  dailyShare: 0.05,
  /** The share of a day's calls in its busiest hour, and the ratio of the busiest minute to that hour. */
  busiestHour: 0.12,
  burst: 3,
  /** The share of the day's active people who are connected at the busiest moment. */
  connectedShare: 0.1,
  /** Per active person and day: visits, reports, sign-ins; and notifications for each. */
  bookings: 0.1,
  reports: 0.05,
  signIns: 0.3,
  news: 2,
  messages: 2,
  questions: 0.02,
  articles: 0.001,
  reportBytes: 1_000_000,
};

/** A kind of call: its number per active person and day, and its cost in microseconds of a core. */
interface Cost {
  name: string;
  each: number;
  /** In the server process. */
  server: number;
  /** In the server, the database and the client together, with two saturated cores: an upper bound. */
  all: number;
}

const twoCores = 2_000_000;

/**
 * From the tables of calls: of the big set; for visits, from a slower machine, which has the present code. The habits say how
 * often each write occurs.
 */
const costs: Cost[] = [
  { name: 'a list that is the same for all, cached', each: 12, server: 40, all: twoCores / 20_271 },
  { name: 'a page, cached', each: 4, server: 82, all: twoCores / 11_671 },
  { name: 'a page, uncached', each: 0.5, server: 3412, all: twoCores / 296 },
  { name: 'an uncached search', each: 1, server: 239, all: twoCores / 2049 },
  { name: 'one row, or who one is', each: 8, server: 45, all: twoCores / 20_276 },
  { name: 'a list of one’s own', each: 10, server: 291, all: twoCores / 3329 },
  { name: 'a page of messages', each: 4, server: 424, all: twoCores / 1687 },
  { name: 'a message sent', each: habits.messages, server: 278, all: twoCores / 2612 },
  { name: 'a visit asked for', each: habits.bookings, server: 2925, all: twoCores / 235 },
  { name: 'a sign-in', each: habits.signIns, server: 11_756, all: twoCores / 123 },
  { name: 'a report, 1 MB', each: habits.reports, server: 10_000, all: 20_000 },
];

/** Bytes of a row with its indexes, measured on the huge set, and the number of rows per active person and day. */
const rows = [
  { name: 'visits', each: habits.bookings, bytes: 431 },
  { name: 'news', each: habits.news, bytes: 200 },
  { name: 'messages', each: habits.messages, bytes: 271 },
  { name: 'questions, each with three answers', each: habits.questions, bytes: 365 + 3 * 232 },
  // Real reports compress less well than those of the set.
  { name: 'articles', each: habits.articles, bytes: 4000 },
  // Requests about somebody's reports are audited: several accesses each.
  { name: 'the audit', each: habits.reports * 6, bytes: 400 },
];

const connectionBytes = 15 * 1024;
const usableCore = 0.5;

/** The resources for a number of accounts. Cores are like those that were measured, half loaded in the busiest minute. */
export function capacity(accounts: number) {
  const daily = accounts * habits.dailyShare;
  const perSecond = (of: number) => (daily * of * habits.busiestHour * habits.burst) / 3600;
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + perSecond(cost.each) * of(cost), 0);
  const server = sum((cost) => cost.server) / 1e6;
  const others = sum((cost) => cost.all - cost.server) / 1e6;
  const connected = daily * habits.connectedShare;
  return {
    accounts,
    'people a day': Math.round(daily),
    'calls/s, busiest minute': Math.round(sum(() => 1)),
    'writes/s, busiest minute': round(perSecond(habits.messages + habits.bookings + habits.signIns + habits.reports)),
    'cores for servers': round(server / usableCore),
    'cores for the database, at most': round(others / usableCore),
    'live connections': Math.round(connected),
    'GB for connections': round((connected * connectionBytes) / 1e9),
    'rows a year, GB': round(rows.reduce((total, { each, bytes }) => total + (daily * each * 365 * bytes) / 1e9, 0)),
    'files a year, TB': round((daily * habits.reports * habits.reportBytes * 365) / 1e12),
  };
}

const round = (value: number) => Number(value.toPrecision(2));
