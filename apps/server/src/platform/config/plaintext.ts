import { isLoopback } from './loopback.ts';

/** What the server speaks to over a network, as `ALLOW_PLAINTEXT` names it. clamd knows no encryption at all. */
export const plaintextNames = ['database', 'redis', 's3', 'smtp', 'clamd'] as const;

export type PlaintextName = (typeof plaintextNames)[number];

const encryptedModes = new Set(['require', 'verify-ca', 'verify-full']);

/** Whether the driver encrypts, and looks at the certificate: as libpq does it, it would not in all of these modes. */
function isEncrypted({ sslmode, ssl = '', uselibpqcompat }: Record<string, string>) {
  if (sslmode === undefined) return /^(true|1)$/.test(ssl);
  return uselibpqcompat === undefined ? encryptedModes.has(sslmode) : sslmode === 'verify-full';
}

/** The database's URL as libpq writes it, which no parser of URLs reads: no host, several of them, or a socket in `?host=`. */
function isPlainDatabase(url: string) {
  const [, named = '', query = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)[^?]*(?:\?(.*))?$/s.exec(url) ?? [];
  // What is said twice is as it is said last, as the driver has it.
  const given = Object.fromEntries(new URLSearchParams(query));
  if (isEncrypted(given)) return false;
  const hosts = (given.host ?? named).split(',').map((host) => host.replace(/:\d*$/, '').replaceAll(/[[\]]/g, ''));
  return hosts.map(decodeURIComponent).some((host) => host !== '' && !host.startsWith('/') && !isLoopback(host));
}

function isPlainMailServer(url: string) {
  const { protocol, hostname, searchParams } = new URL(url);
  const waived = searchParams.get('requireTLS') === 'false' || searchParams.get('ignoreTLS') === 'true';
  // Encrypted, but for whoever answers.
  const isUnchecked = searchParams.get('tls.rejectUnauthorized') === 'false';
  return ((protocol === 'smtp:' && waived) || isUnchecked) && !isHere(hostname);
}

const isHere = (hostname: string) => isLoopback(hostname.replaceAll(/[[\]]/g, ''));
const isPlain = (protocol: string) => (url: string) => {
  const address = new URL(url);
  return address.protocol === protocol && !isHere(address.hostname);
};
const isPlainScanner = (text: string) => !text.startsWith('/') && !isHere(text.slice(0, text.lastIndexOf(':')));

/** Each setting that names another program, what it is called in `ALLOW_PLAINTEXT`, when it is spoken to unencrypted, and how it is not. */
export const plaintextRules = [
  ['DATABASE_URL', 'database', isPlainDatabase, '?sslmode=verify-full'],
  ['DATABASE_MIGRATION_URL', 'database', isPlainDatabase, '?sslmode=verify-full'],
  ['DATABASE_DIRECT_URL', 'database', isPlainDatabase, '?sslmode=verify-full'],
  ['DATABASE_REPLICA_URL', 'database', isPlainDatabase, '?sslmode=verify-full'],
  ['REDIS_URL', 'redis', isPlain('redis:'), 'rediss://'],
  ['S3_ENDPOINT', 's3', isPlain('http:'), 'https://'],
  ['SMTP_URL', 'smtp', isPlainMailServer, 'smtps://, or smtp:// without requireTLS=false'],
  ['CLAMD', 'clamd', isPlainScanner, 'a clamd on this machine'],
] as const satisfies readonly (readonly [string, PlaintextName, (value: string) => boolean, string])[];
