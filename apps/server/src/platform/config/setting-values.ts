import * as z from 'zod/mini';
import { parseMasterKeys } from '../crypto/crypto.ts';
import { type PlaintextName, plaintextNames } from './plaintext.ts';

// The kinds of values that settings have. Each error message follows the name of the variable.

const portNumber = 'must be a port number from 0 to 65535';
export const port = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/, portNumber)), z.transform(Number)),
  z.number().check(z.maximum(65_535, portNumber)),
);
export const wholeNumber = (least: number, most: number, of: string) => {
  const error = `must be a whole number${of} from ${least} to ${most}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,6}$/, error)), z.transform(Number)),
    z.number().check(z.minimum(least, error), z.maximum(most, error)),
  );
};
export const minutesOrOff = z.pipe(
  z.string().check(z.regex(/^(off|[1-9]\d{0,3})$/, 'must be a whole number of minutes from 1 to 9999, or off')),
  // Not undefined, which would give the setting its default.
  z.transform((value) => (value === 'off' ? 0 : Number(value))),
);
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address like https://care.example.org' });
export const database = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, 'must be an address like postgresql://user@host/name'));
export const oneDatabase = database.check(z.regex(/^[^,]*$/, 'must name one host'));
export const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` });
export const mailServer = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address like smtps://user:password@mail.example.org',
});
export const bareEmail = z.string().check(z.email('must be a bare email address like no-reply@example.org'));
export const collector = z.url({ protocol: /^https?$/, error: 'must be an address like http://127.0.0.1:4318' });
const shareNumber = 'must be a number from 0 to 1, such as 0.05';
export const share = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d(\.\d+)?$/, shareNumber)), z.transform(Number)),
  z.number().check(z.maximum(1, shareNumber)),
);
export const redis = z
  .string()
  .check(z.refine(isRedis, 'must be an address like rediss://user:password@host:6379 or unix:///path/of/a/socket'));
export const line = z.string().check(z.maxLength(300, 'must be at most 300 characters long'));
export const nameAndNumber = z.pipe(
  line.check(z.regex(/^\S.* \+?\d[\d-]*$/, 'must be a name and the number to call, such as Tele-MANAS 14416')),
  z.transform((text) => ({
    name: text.slice(0, text.lastIndexOf(' ')),
    number: text.slice(text.lastIndexOf(' ') + 1),
  })),
);

export const redisPrefix = z
  .string()
  .check(z.regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots, dashes and underscores, 100 at most'));
export const auditKey = z
  .string()
  .check(z.regex(/^[\w+/-]{43}=?$/, 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints'));
export const backupKey = z
  .string()
  .check(z.regex(/^[A-Za-z\d+/]{43}=$/, 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints'));
export const masterKeys = z
  .string()
  .check(
    z.refine(
      (text) => parseMasterKeys(text) !== undefined,
      'must be versions and their keys, such as 1:… 2:… with what `openssl rand -base64 32` prints',
    ),
  );
export const timeZone = z.string().check(z.refine(isTimeZone, 'must be an IANA time zone such as Asia/Kolkata'));
export const factor = z.pipe(
  z.string().check(z.regex(/^(on|off|\d{1,4}(\.\d+)?)$/, 'must be on, off, or a factor such as 2')),
  z.transform((value) => (value === 'on' ? 1 : value === 'off' ? 0 : Number(value))),
);
export const plaintextList = z
  .string()
  .check(z.refine((text) => plaintextNamed(text) !== undefined, `must name some of: ${plaintextNames.join(', ')}`));
export const clamd = z.string().check(z.refine(isClamd, 'must be host:port or the path of a socket'));
export const s3Endpoint = z.url({ protocol: /^https?$/, error: 'must be an address like https://s3.example.org' });
export const s3Region = z
  .string()
  .check(z.regex(/^[a-z\d-]{1,50}$/, 'must be a region such as eu-central-1, or what the store calls it'));
export const s3Bucket = z
  .string()
  .check(z.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket, such as carecommons'));
export const s3Prefix = z
  .string()
  .check(z.regex(/^[\w-][\w/-]{0,99}$/, 'must be letters, digits, _, - and / alone, such as files/'));

/** The names in ALLOW_PLAINTEXT; undefined if one of them is unknown. */
export function plaintextNamed(text: string): PlaintextName[] | undefined {
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
