import { existsSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { parseMasterKeys, secretOf } from '../crypto/crypto.ts';
import { type Limits, limits } from './limits.ts';
import { networksOf } from './networks.ts';
import { type PlaintextName, plaintextNames } from './plaintext.ts';
import { plaintextRefusal, productionRefusal } from './production.ts';
import { StartError } from '../errors/errors.ts';
import { isLoopback, isPublic } from './loopback.ts';

// Numbers, switches and addresses, each with the sentence that follows the variable's name when it is wrong.
const portNumber = 'must be a port number from 0 to 65535';
const port = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/, portNumber)), z.transform(Number)),
  z.number().check(z.maximum(65_535, portNumber)),
);
const yearsNumber = 'must be a whole number of years from 1 to 50';
const years = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,2}$/, yearsNumber)), z.transform(Number)),
  z.number().check(z.minimum(1, yearsNumber), z.maximum(50, yearsNumber)),
);
const wholeNumber = (least: number, most: number, of: string) => {
  const error = `must be a whole number${of} from ${least} to ${most}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,6}$/, error)), z.transform(Number)),
    z.number().check(z.minimum(least, error), z.maximum(most, error)),
  );
};
const minutesOrOff = z.pipe(
  z.string().check(z.regex(/^(off|[1-9]\d{0,3})$/, 'must be a whole number of minutes from 1 to 9999, or off')),
  // Not undefined: a setting with a default would take that for one that is not set.
  z.transform((value) => (value === 'off' ? 0 : Number(value))),
);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address like https://care.example.org' });
const database = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, 'must be an address like postgresql://user@host/name'));
const oneDatabase = database.check(z.regex(/^[^,]*$/, 'must name one host'));
const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` });
const mailServer = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address like smtps://user:password@mail.example.org',
});
const bareEmail = z.string().check(z.email('must be a bare email address like no-reply@example.org'));
const collector = z.url({ protocol: /^https?$/, error: 'must be an address like http://127.0.0.1:4318' });
const shareNumber = 'must be a number from 0 to 1, such as 0.05';
const share = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d(\.\d+)?$/, shareNumber)), z.transform(Number)),
  z.number().check(z.maximum(1, shareNumber)),
);
const redis = z
  .string()
  .check(z.refine(isRedis, 'must be an address like rediss://user:password@host:6379 or unix:///path/of/a/socket'));
const line = z.string().check(z.maxLength(300, 'must be at most 300 characters long'));
const nameAndNumber = z.pipe(
  line.check(z.regex(/^\S.* \+?\d[\d-]*$/, 'must be a name and the number to call, such as Tele-MANAS 14416')),
  z.transform((text) => ({
    name: text.slice(0, text.lastIndexOf(' ')),
    number: text.slice(text.lastIndexOf(' ') + 1),
  })),
);

const settings = z.object({
  MODE: z.optional(oneOf('demo', 'production')),
  API_DOCS: z.optional(oneOf('on', 'off')),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(webAddress),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(database),
  DATABASE_MIGRATION_URL: z.optional(database),
  DATABASE_DIRECT_URL: z.optional(database),
  DATABASE_REPLICA_URL: z.optional(oneDatabase),
  DATABASE_PREPARE: z._default(oneOf('on', 'off'), 'on'),
  DATABASE_CONNECTIONS: z._default(wholeNumber(4, 200, ''), 10),
  REDIS_URL: z.optional(redis),
  REDIS_PREFIX: z._default(
    z.string().check(z.regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots, dashes and underscores, 100 at most')),
    'carecommons',
  ),
  SECRET: z.optional(z.string()),
  AUDIT_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[\w+/-]{43}=?$/, 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints')),
  ),
  BACKUP_KEY: z.optional(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z\d+/]{43}=$/, 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints'),
      ),
  ),
  MASTER_KEYS: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => parseMasterKeys(text) !== undefined,
          'must be versions and their keys, such as 1:… 2:… with what `openssl rand -base64 32` prints',
        ),
      ),
  ),
  DEFAULT_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'must be an IANA time zone such as Asia/Kolkata')),
    'Asia/Kolkata',
  ),
  PROVIDERS: z.optional(oneOf('open', 'approved')),
  SECOND_FACTOR: z.optional(oneOf('required', 'optional')),
  PROVIDER_SECOND_FACTOR: z.optional(oneOf('required', 'optional')),
  PROVIDER_SECOND_FACTOR_GRACE_DAYS: z._default(wholeNumber(0, 365, ' of days'), 14),
  IDLE_SIGN_OUT_MINUTES: z._default(minutesOrOff, 30),
  IDLE_SIGN_OUT_MINUTES_OF_PATIENTS: z.optional(minutesOrOff),
  RATE_LIMIT: z._default(
    z.pipe(
      z.string().check(z.regex(/^(on|off|\d{1,4}(\.\d+)?)$/, 'must be on, off, or a factor such as 2')),
      z.transform((value) => (value === 'on' ? 1 : value === 'off' ? 0 : Number(value))),
    ),
    1,
  ),
  LIMIT_REQUESTS_PER_ADDRESS: z._default(wholeNumber(1, 999_999, ''), limits.requestsPerAddress),
  LIMIT_REQUESTS_PER_PERSON: z._default(wholeNumber(1, 999_999, ''), limits.requestsPerPerson),
  LIMIT_REGISTRATIONS: z._default(wholeNumber(1, 999_999, ''), limits.registrations),
  LIMIT_SIGN_IN_FAILURES: z._default(wholeNumber(1, 999_999, ''), limits.signInFailures),
  LIMIT_SIGN_IN_ACCOUNTS: z._default(wholeNumber(1, 999_999, ''), limits.signInAccounts),
  TRUSTED_NETWORKS: z._default(line, ''),
  TRUST_PROXY: z._default(line, ''),
  ALLOW_PLAINTEXT: z._default(
    z
      .string()
      .check(z.refine((text) => plaintextNamed(text) !== undefined, `must name some of: ${plaintextNames.join(', ')}`)),
    '',
  ),
  LOG_LEVEL: z._default(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
  CONTACT_PHONE: z._default(line, '+91 80 0000 0000'),
  CONTACT_EMAIL: z._default(line, 'hello@carecommons.example'),
  CONTACT_ADDRESS: z._default(line, '12 Example Road, Bengaluru 560001, India'),
  EMERGENCY_NUMBER: z._default(line, '112'),
  CRISIS_LINE: z._default(nameAndNumber, { name: 'Tele-MANAS', number: '14416' }),
  SMTP_URL: z.optional(mailServer),
  MAIL_FROM: z.optional(bareEmail),
  PUSH_SERVICES: z._default(line, ''),
  CLAMD: z.optional(z.string().check(z.refine(isClamd, 'must be host:port or the path of a socket'))),
  S3_ENDPOINT: z.optional(z.url({ protocol: /^https?$/, error: 'must be an address like https://s3.example.org' })),
  S3_REGION: z.optional(
    z.string().check(z.regex(/^[a-z\d-]{1,50}$/, 'must be a region such as eu-central-1, or what the store calls it')),
  ),
  S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket, such as carecommons')),
  ),
  S3_ACCESS_KEY_ID: z.optional(line),
  S3_SECRET_ACCESS_KEY: z.optional(line),
  S3_PREFIX: z.optional(
    z.string().check(z.regex(/^[\w-][\w/-]{0,99}$/, 'must be letters, digits, _, - and / alone, such as files/')),
  ),
  OFFLINE_PAGES: z._default(oneOf('on', 'off'), 'on'),
  RETENTION_YEARS: z._default(years, 3),
  ACCOUNT_EVENT_DAYS: z._default(wholeNumber(30, 3650, ' of days'), 365),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(collector),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.optional(collector),
  OTEL_TRACES_SAMPLER_ARG: z._default(share, 1),
  WORKERS: z._default(wholeNumber(1, 16, ''), 1),
  DRAIN_SECONDS: z._default(wholeNumber(0, 20, ' of seconds'), 0),
  TEST_CLOCK: z._default(oneOf('on', 'off'), 'off'),
});

/** The names of all settings. */
export const settingNames = Object.keys(settings.shape);

/** Where an S3 store is, and with which keys it is asked. What it holds is named after the prefix. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  prefix: string;
}

/** Where clamd listens: a port of a host, or a socket in the file system. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** The settings as the server uses them. `rateLimit` multiplies every limit; 0 switches them off. */
export interface Config {
  mode: 'demo' | 'production';
  /** Whether the API describes itself at `/docs` and `/openapi.json`. */
  apiDocs: boolean;
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseMigrationUrl: string | undefined;
  /** Past a pooler, for what needs a connection of its own. */
  databaseDirectUrl: string | undefined;
  /** A standby from which public lists are read. */
  databaseReplicaUrl: string | undefined;
  databasePrepare: boolean;
  /** At most, of each process. */
  databaseConnections: number;
  /** Undefined: limits count for each process, and processes speak through PostgreSQL alone. */
  redisUrl: string | undefined;
  /** Begins every key and channel there. */
  redisPrefix: string;
  /** The versions of SECRET, and once the database is open the one in use first and the installation key: see secrets.ts. Empty for a command without one. */
  secret: string;
  /** Whether it lies in the data folder, and is no setting. */
  isSecretKept: boolean;
  /** Signs how far the audit has come. Undefined: a key that is kept in the data folder. */
  auditKey: string | undefined;
  /** Encrypts backups. */
  backupKey: Buffer | undefined;
  /** Undefined: they stand in the data folder. */
  masterKeys: string | undefined;
  defaultTimeZone: string;
  providers: 'open' | 'approved';
  /** `required`: grants count only in a session with a second factor. */
  secondFactor: 'required' | 'optional';
  /** `required`: after some days providers open reports of others only in a session with a second factor. */
  providerSecondFactor: 'required' | 'optional';
  providerSecondFactorGraceDays: number;
  /** Of providers and of those who hold grants. Undefined: nobody is signed out for want of activity. */
  idleSignOutMinutes: number | undefined;
  /** Of everybody else. */
  idleSignOutMinutesOfPatients: number | undefined;
  rateLimit: number;
  /** Before `rateLimit` multiplies them. */
  limits: Limits;
  /** Addresses that many people share, such as a clinic's: their limits are higher. */
  trustedNetworks: BlockList;
  trustProxy: string[];
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  contactPhone: string;
  contactEmail: string;
  contactAddress: string;
  emergencyNumber: string;
  crisisLine: { name: string; number: string };
  /** Undefined: letters become files in the data folder. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Origins of push services beside the known ones. */
  pushServices: string[];
  /** Undefined: uploads are not looked through for viruses. */
  clamd: ClamdAddress | undefined;
  /** Undefined: files lie in the data folder. */
  s3: S3Settings | undefined;
  /** Whether browsers keep public pages for readers who are offline. */
  offlinePages: boolean;
  /** For how many years after the last visit or report care is kept of somebody whose account was erased. */
  retentionYears: number;
  /** For how many days the use of accounts and reads of visits stay on record. */
  accountEventDays: number;
  /** Where the metrics can be read; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** Undefined: no traces. Where they go is read by the exporter itself from the usual variables; `share` of them are kept. */
  tracing: { share: number } | undefined;
  /** Processes that serve. */
  workers: number;
  /** How long the server goes on taking connections after it was told to stop. */
  drainSeconds: number;
  testClock: boolean;
}

/** Lets go of the address with the password of the tables' owner, for this process and those that it starts. */
export function forgetOwner(config: Config) {
  config.databaseMigrationUrl = undefined;
  delete process.env.DATABASE_MIGRATION_URL;
}

/** What a list in ALLOW_PLAINTEXT names; undefined where one of it is unknown. */
function plaintextNamed(text: string): PlaintextName[] | undefined {
  const named = text.split(/[\s,]+/).filter(Boolean);
  const known = plaintextNames.filter((name) => named.includes(name));
  return named.every((name) => known.some((one) => one === name)) ? known : undefined;
}

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== undefined;
  } catch {
    return false;
  }
}

/**
 * Reads the settings; throws a StartError naming the variable that is missing or wrong. A server without a secret makes one and
 * keeps it. A `command` never does, its secret is empty then; nor does it need what only matters to those who are served.
 */
export function readConfig(
  environment: Record<string, string | undefined> = process.env,
  { command = false } = {},
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`);
  }
  const set = parsed.data;
  // Whoever names a database of their own never gets invented people into it by having forgotten to say so.
  const mode = set.MODE ?? (set.DATABASE_URL === undefined ? 'demo' : 'production');
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (set[name] !== undefined && set.DATABASE_URL === undefined)
      throw new StartError(`DATABASE_URL must be set when ${name} is.`);
  }
  if (set.SMTP_URL !== undefined && set.MAIL_FROM === undefined) {
    throw new StartError('MAIL_FROM must be set when SMTP_URL is: the address from which letters come.');
  }
  if (set.WORKERS > 1 && set.TEST_CLOCK === 'on') {
    throw new StartError('TEST_CLOCK moves one process alone and is refused when WORKERS is above 1.');
  }
  const secondFactor = set.SECOND_FACTOR ?? (mode === 'production' ? 'required' : 'optional');
  if (mode === 'production') {
    const allowed = plaintextNamed(set.ALLOW_PLAINTEXT) ?? [];
    const judged = { publicUrl: set.PUBLIC_URL, rateLimit: set.RATE_LIMIT, testClock: set.TEST_CLOCK === 'on' };
    const refusal = command
      ? plaintextRefusal(given, allowed)
      : productionRefusal(given, { ...judged, secondFactor, allowed });
    if (refusal !== undefined) throw new StartError(refusal);
  }
  if (mode === 'demo' && !command && !isPublic({ publicUrl: set.PUBLIC_URL }) && !isLoopback(set.HOST)) {
    throw new StartError(
      `HOST must be 127.0.0.1, ::1 or localhost in a demo, which is for its own machine. Set PUBLIC_URL to its address to show it to others, or MODE=production.`,
    );
  }
  const pushServices = set.PUSH_SERVICES.split(/[\s,]+/).filter(Boolean);
  if (!pushServices.every(isPushOrigin)) {
    throw new StartError('PUSH_SERVICES must be origins like https://push.example.org.');
  }
  const trustedNetworks = networksOf(set.TRUSTED_NETWORKS.split(/[\s,]+/).filter(Boolean));
  if (trustedNetworks === undefined) {
    throw new StartError('TRUSTED_NETWORKS must be addresses or networks like 203.0.113.7 or 2001:db8:12::/48.');
  }
  const dataDir = resolve(set.DATA_DIR);
  return {
    mode,
    apiDocs: (set.API_DOCS ?? (mode === 'production' ? 'off' : 'on')) === 'on',
    port: set.PORT,
    host: set.HOST,
    publicUrl: set.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databaseMigrationUrl: set.DATABASE_MIGRATION_URL,
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databaseReplicaUrl: set.DATABASE_REPLICA_URL,
    databasePrepare: set.DATABASE_PREPARE === 'on',
    redisUrl: set.REDIS_URL,
    redisPrefix: set.REDIS_PREFIX,
    databaseConnections: set.DATABASE_CONNECTIONS,
    secret: !command || existsSync(join(dataDir, 'secret')) ? secretOf(set.SECRET, mode, dataDir) : (set.SECRET ?? ''),
    isSecretKept: set.SECRET === undefined,
    auditKey: set.AUDIT_KEY,
    backupKey: set.BACKUP_KEY === undefined ? undefined : Buffer.from(set.BACKUP_KEY, 'base64'),
    masterKeys: set.MASTER_KEYS,
    defaultTimeZone: set.DEFAULT_TIME_ZONE,
    providers: set.PROVIDERS ?? (mode === 'production' ? 'approved' : 'open'),
    secondFactor,
    providerSecondFactor: set.PROVIDER_SECOND_FACTOR ?? (mode === 'production' ? 'required' : 'optional'),
    providerSecondFactorGraceDays: set.PROVIDER_SECOND_FACTOR_GRACE_DAYS,
    idleSignOutMinutes: set.IDLE_SIGN_OUT_MINUTES || undefined,
    idleSignOutMinutesOfPatients: set.IDLE_SIGN_OUT_MINUTES_OF_PATIENTS || undefined,
    rateLimit: set.RATE_LIMIT,
    limits: {
      requestsPerAddress: set.LIMIT_REQUESTS_PER_ADDRESS,
      requestsPerPerson: set.LIMIT_REQUESTS_PER_PERSON,
      registrations: set.LIMIT_REGISTRATIONS,
      signInFailures: set.LIMIT_SIGN_IN_FAILURES,
      signInAccounts: set.LIMIT_SIGN_IN_ACCOUNTS,
    },
    trustedNetworks,
    trustProxy: set.TRUST_PROXY.split(/[\s,]+/).filter(Boolean),
    logLevel: set.LOG_LEVEL,
    contactPhone: set.CONTACT_PHONE,
    contactEmail: set.CONTACT_EMAIL,
    contactAddress: set.CONTACT_ADDRESS,
    emergencyNumber: set.EMERGENCY_NUMBER,
    crisisLine: set.CRISIS_LINE,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? 'no-reply@carecommons.example',
    pushServices,
    clamd: clamdOf(set.CLAMD),
    s3: s3Of(set),
    offlinePages: set.OFFLINE_PAGES === 'on',
    retentionYears: set.RETENTION_YEARS,
    accountEventDays: set.ACCOUNT_EVENT_DAYS,
    metrics: set.METRICS_PORT === undefined ? undefined : { host: set.METRICS_HOST, port: set.METRICS_PORT },
    tracing:
      set.OTEL_EXPORTER_OTLP_ENDPOINT === undefined && set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT === undefined
        ? undefined
        : { share: set.OTEL_TRACES_SAMPLER_ARG },
    workers: set.WORKERS,
    drainSeconds: set.DRAIN_SECONDS,
    testClock: set.TEST_CLOCK === 'on',
  };
}

/** What is sent there is a secret of somebody's: it goes unencrypted to this machine alone. */
function isPushOrigin(text: string) {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1'));
}

function isRedis(text: string) {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  if (protocol === 'unix:') return hostname === '' && pathname.length > 1;
  return (protocol === 'redis:' || protocol === 'rediss:') && hostname !== '' && /^(\/\d{0,5})?$/.test(pathname);
}

function isClamd(text: string) {
  const named = /^(?:[\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i.exec(text)?.[1];
  return text.startsWith('/') || (named !== undefined && Number(named) > 0 && Number(named) < 65_536);
}

function clamdOf(text: string | undefined): ClamdAddress | undefined {
  if (text === undefined) return undefined;
  if (text.startsWith('/')) return { path: text };
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(text.slice(at + 1)) };
}

const s3Needed = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** All of them or none. */
function s3Of(set: z.output<typeof settings>): S3Settings | undefined {
  const given = s3Needed.filter((name) => set[name] !== undefined);
  if (given.length === 0 && set.S3_PREFIX === undefined) return undefined;
  const missing = s3Needed.find((name) => set[name] === undefined);
  if (missing !== undefined) {
    throw new StartError(`${missing} must be set when ${given[0] ?? 'S3_PREFIX'} is: files lie in an S3 store then.`);
  }
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PREFIX } = set;
  return {
    endpoint: (S3_ENDPOINT as string).replace(/\/+$/, ''),
    region: S3_REGION as string,
    bucket: S3_BUCKET as string,
    accessKeyId: S3_ACCESS_KEY_ID as string,
    secretAccessKey: S3_SECRET_ACCESS_KEY as string,
    prefix: S3_PREFIX ?? '',
  };
}
