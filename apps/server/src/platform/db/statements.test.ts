import { describe, expect, test } from 'vitest';
import { readSchema, readStatements, restated, statementsIn, tablesIn } from '../../../test/oracles/statements.ts';

/** Whose each table is: it alone names it, and exports from its face what others read of it. */
const owners: Record<string, readonly string[]> = {
  'modules/accounts': [
    'account_events',
    'answered_challenges',
    'authenticator_apps',
    'email_links',
    'grants',
    'passkeys',
    'profiles',
    'recovery_codes',
    'rules',
    'sessions',
    'users',
  ],
  'modules/admin': ['account_decisions'],
  'modules/appointments': ['appointments', 'freed_times', 'waiting_lists', 'waits'],
  'modules/blogs': ['blog_likes', 'blog_words', 'blogs'],
  'modules/calendars': ['calendar_addresses'],
  'modules/chat': ['blocks', 'messages', 'room_days', 'room_members', 'room_reads', 'room_sequences', 'rooms'],
  'modules/consents': ['consents'],
  'modules/erasure': ['kept_care'],
  'modules/help': ['answers', 'question_words', 'questions'],
  'modules/moderation': ['appeals', 'moderated', 'moderation_decisions', 'reports'],
  'modules/notifications': ['notification_choices', 'notifications', 'push_devices', 'quiet_hours'],
  'modules/privacy': ['erasures', 'exports'],
  'modules/providers': ['provider_photos', 'provider_specialities', 'providers', 'search_words', 'specialities'],
  'modules/records': ['records', 'share_items', 'shares'],
  'modules/schedules': ['dated_hours', 'leaves', 'schedules', 'weekly_hours'],
  'modules/visit-kinds': ['visit_kinds'],
  'modules/verification': ['verification_claims', 'verification_files'],
  'platform/audit': ['audit', 'audit_checkpoints', 'audit_seals', 'audit_unsealed', 'forged_links', 'visit_reads'],
  'platform/auth': ['installation_key', 'secret_versions'],
  'platform/db': ['migrations'],
  'platform/files': ['file_keys', 'master_keys'],
  'platform/jobs': ['jobs'],
  'platform/limits': ['throttle'],
  'platform/routing': ['idempotency_keys'],
};

/** The only statements that name a table of somebody else: each stands below its owner, or is about all tables. */
const exceptions: Record<string, { why: string; tables: readonly string[] }> = {
  'modules/accounts/second-factor/provider-factor.ts': {
    why: 'A session and since when its person is a provider, in one statement; providers stand above accounts.',
    tables: ['providers'],
  },
  'modules/notifications/current.ts': {
    why: 'Whether what a notification tells still holds; what it is about stands above notifications.',
    tables: ['appointments', 'records'],
  },
  'modules/notifications/lists.ts': { why: 'The name of the provider, likewise.', tables: ['providers'] },
  'modules/privacy/erasure-plan.ts': {
    why: 'Counts what somebody has in all tables, in one statement.',
    tables: [
      'answers',
      'appointments',
      'blogs',
      'consents',
      'messages',
      'notifications',
      'profiles',
      'providers',
      'questions',
      'records',
      'rooms',
      'shares',
      'users',
      'verification_claims',
      'verification_files',
    ],
  },
  'modules/privacy/map-accounts.ts': {
    why: 'Says whose the rows of all tables are.',
    tables: ['appointments', 'push_devices', 'users'],
  },
  'modules/privacy/map-care.ts': {
    why: 'Likewise.',
    tables: ['providers', 'shares', 'specialities', 'verification_claims'],
  },
  'modules/privacy/map-community.ts': {
    why: 'Likewise.',
    tables: ['moderated', 'moderation_decisions', 'questions', 'rooms'],
  },
  'platform/audit/visit-reads.ts': {
    why: 'Leaves out who and what is gone, as it writes; accounts and visits stand above.',
    tables: ['appointments', 'users'],
  },
  'platform/auth/secret-versions.ts': {
    why: 'Whether anybody has registered, before a module runs.',
    tables: ['users'],
  },
  'platform/auth/sessions.ts': {
    why: 'Who asks, once a request; accounts stand above.',
    tables: ['grants', 'sessions', 'users'],
  },
  'platform/auth/sign-in-name.ts': {
    why: 'Whose name is given at a sign-in, for accounts and the throttle below them.',
    tables: ['users'],
  },
  'platform/backup/restore-archive.ts': {
    why: 'Loads all tables.',
    tables: ['installation_key', 'secret_versions'],
  },
  'platform/backup/take-backup.ts': { why: 'Reads all tables.', tables: ['file_keys', 'master_keys', 'migrations'] },
  'platform/limits/throttle.ts': { why: 'Whose sign-in is limited; accounts stand above.', tables: ['users'] },
};

const schema = readSchema();
const statements = readStatements();
const foreign = Map.groupBy(
  statements.flatMap(({ file, text }) => {
    const own = Object.entries(owners).flatMap(([owner, tables]) => (file.startsWith(`${owner}/`) ? tables : []));
    return tablesIn(text, schema)
      .filter((table) => !own.includes(table))
      .map((table) => ({ file, table }));
  }),
  ({ file }) => file,
);

test('every table has one owner', () => {
  expect(Object.values(owners).flat().toSorted()).toEqual([...schema.keys()].toSorted());
});

test('a table is named by its owner alone; others read what its face exports', () => {
  const found = [...foreign].map(([file, uses]) => [file, [...new Set(uses.map(({ table }) => table))].toSorted()]);
  const known = Object.entries(exceptions).map(([file, { tables }]) => [file, tables]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known));
});

test('no row says again what the schema says of a column: it takes RowOf or ColumnOf', () => {
  const found = statements.flatMap((statement) => {
    const members = restated(statement, schema).map(([name]) => name);
    return members.length === 0 ? [] : [`${statement.file}: ${members.join(', ')}`];
  });
  expect(found).toEqual([]);
});

describe('what is found', () => {
  test.each([
    ['select id from users where id = $', ['users']],
    ['select 1 from users u, grants g', ['users', 'grants']],
    ['with gone as (delete from sessions where true) select from gone', ['sessions']],
    ['insert into blocks (user_id) select id from users', ['blocks', 'users']],
    ['update blogs b set likes_count = 0 from blog_likes l', ['blogs', 'blog_likes']],
    ['appointments a join $ p on true', ['appointments']],
    ['lock table users in share mode', ['users']],
    ["select 'from users' from jobs for no key update", ['jobs']],
    ['select a is distinct from records', []],
  ])('the tables of: %s', (text, tables) => {
    expect(tablesIn(text, schema)).toEqual(tables);
  });

  const rowsOf = (source: string) => statementsIn(source).flatMap((one) => restated(one, schema).map(([name]) => name));
  const query = 'select id, username, disabled_at is null as enabled, email as address from users';
  test.each([
    ['a literal', `sql<{ id: number; enabled: boolean; address: string }>\`${query}\``, ['id', 'address']],
    [
      'an interface',
      `interface User { username: string } interface Own extends User {} sql<Own>\`${query}\``,
      ['username'],
    ],
    ['a fragment', `const columns = sql\`id\`; sql<{ id: number }>\`select \${columns} from users\``, ['id']],
    ['nothing computed', `sql<{ count: number }>\`select count(*) as count from users\``, []],
    ['nothing picked', `sql<RowOf<'users', 'id'>>\`${query}\``, []],
  ])('in a row: %s', (_what, source, names) => {
    expect(rowsOf(source)).toEqual(names);
  });
});
