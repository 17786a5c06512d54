import { existsSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import { secretOf } from '../crypto/crypto.ts';
import { StartError } from '../errors/errors.ts';
import type { Limits } from './limits.ts';
import { isLoopback, isPublic } from './loopback.ts';
import { networksOf } from './networks.ts';
import { plaintextRefusal, productionRefusal } from './production.ts';
import { plaintextNamed } from './setting-values.ts';
import { type Settings, settings } from './settings.ts';

/** The address and credentials of an S3 store. The names of all its objects start with the prefix. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  prefix: string;
}

/** Where clamd listens: host and port, or a Unix socket. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** The settings as the server uses them. `rateLimit` multiplies every limit; 0 disables all limits. */
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
  /** Bypasses a connection pooler, for work that needs a connection of its own. */
  databaseDirectUrl: string | undefined;
  /** A standby from which public lists are read. */
  databaseReplicaUrl: string | undefined;
  databasePrepare: boolean;
  /** The maximum for each process. */
  databaseConnections: number;
  /** Undefined: each process counts limits by itself, and processes communicate through PostgreSQL. */
  redisUrl: string | undefined;
  /** The start of the name of every key and channel in Redis. */
  redisPrefix: string;
  /** The versions of SECRET. Once the database is open, the one in use comes first, followed by the installation key: see secrets.ts. Empty for a command without one. */
  secret: string;
  /** Whether it is a file in the data folder, not a setting. */
  isSecretKept: boolean;
  /** Signs the checkpoints of the audit. Undefined: a key in the data folder. */
  auditKey: string | undefined;
  /** Encrypts backups. */
  backupKey: Buffer | undefined;
  /** Where archives are put, unless a command names another place. */
  backupDir: string;
  /** Undefined: they are in the data folder. */
  masterKeys: string | undefined;
  defaultTimeZone: string;
  providers: 'open' | 'approved';
  /** `required`: grants count only in a session with a second factor. */
  secondFactor: 'required' | 'optional';
  /** `required`: after the grace period, providers open reports about others only in a session with a second factor. */
  providerSecondFactor: 'required' | 'optional';
  providerSecondFactorGraceDays: number;
  /** For providers and people with grants. Undefined: no idle timeout. */
  idleSignOutMinutes: number | undefined;
  /** For everybody else. */
  idleSignOutMinutesOfPatients: number | undefined;
  rateLimit: number;
  /** Before they are multiplied by `rateLimit`. */
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
  /** Undefined: emails are written to files in the data folder. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Origins of push services, in addition to the known ones. */
  pushServices: string[];
  /** Undefined: uploads are not scanned for viruses. */
  clamd: ClamdAddress | undefined;
  /** Undefined: files are stored in the data folder. */
  s3: S3Settings | undefined;
  /** Whether browsers cache public pages for offline reading. */
  offlinePages: boolean;
  /** How many years after the last visit or report the kept care of an erased person is deleted. */
  retentionYears: number;
  /** How many days the events of accounts and the reads of visits are stored. */
  accountEventDays: number;
  /** Where metrics are served. Undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** Undefined: no traces. The exporter reads its endpoint from the standard variables. `share` of the traces are sampled. */
  tracing: { share: number } | undefined;
  /** The number of serving processes. */
  workers: number;
  /** How long the server still accepts connections after the signal to stop. */
  drainSeconds: number;
  testClock: boolean;
}

/** Removes the URL with the password of the tables' owner from this process and those that it starts. */
export function forgetOwner(config: Config) {
  config.databaseMigrationUrl = undefined;
  delete process.env.DATABASE_MIGRATION_URL;
}

/**
 * Reads the settings. Throws a StartError that names the missing or wrong variable. A server without a secret generates and
 * stores one. A `command` does not: its secret is then empty. Nor does it need settings that only matter for serving,
 * unless the settings are to be `judged` as those of a server.
 */
export function readConfig(
  environment: Record<string, string | undefined> = process.env,
  { command = false, judged = !command }: { command?: boolean; judged?: boolean } = {},
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
  // An operator who sets a database but forgets MODE must not get demo data in it.
  const mode = set.MODE ?? (set.DATABASE_URL === undefined ? 'demo' : 'production');
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (set[name] !== undefined && set.DATABASE_URL === undefined)
      throw new StartError(`DATABASE_URL must be set when ${name} is.`);
  }
  if (set.SMTP_URL !== undefined && set.MAIL_FROM === undefined) {
    throw new StartError('MAIL_FROM must be set when SMTP_URL is: the address from which emails are sent.');
  }
  if (set.WORKERS > 1 && set.TEST_CLOCK === 'on') {
    throw new StartError('TEST_CLOCK moves one process alone and is refused when WORKERS is above 1.');
  }
  const secondFactor = set.SECOND_FACTOR ?? (mode === 'production' ? 'required' : 'optional');
  if (mode === 'production') {
    const allowed = plaintextNamed(set.ALLOW_PLAINTEXT) ?? [];
    const safety = { publicUrl: set.PUBLIC_URL, rateLimit: set.RATE_LIMIT, testClock: set.TEST_CLOCK === 'on' };
    const refusal = judged
      ? productionRefusal(given, { ...safety, secondFactor, allowed })
      : plaintextRefusal(given, allowed);
    if (refusal !== undefined) throw new StartError(refusal);
  }
  if (mode === 'demo' && judged && !isPublic({ publicUrl: set.PUBLIC_URL }) && !isLoopback(set.HOST)) {
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
    backupDir: resolve(set.BACKUP_DIR),
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

/** Push messages are private: without TLS they may only go to this machine. */
function isPushOrigin(text: string) {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1'));
}

function clamdOf(text: string | undefined): ClamdAddress | undefined {
  if (text === undefined) return undefined;
  if (text.startsWith('/')) return { path: text };
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(text.slice(at + 1)) };
}

const s3Needed = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Either all of the S3 settings are set, or none. */
function s3Of(set: Settings): S3Settings | undefined {
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
