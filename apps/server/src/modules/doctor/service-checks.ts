import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newestArchive } from '../../platform/backup/backup.ts';
import { clamdVersion } from '../../platform/content/content.ts';
import { openStore } from '../../platform/files/files.ts';
import { mailFolder, tryMailServer } from '../../platform/mail/mail.ts';
import { type Check, fault, notUsed, ok, reasonOf, warning } from './findings.ts';

const dayMs = 86_400_000;
const oldestSignaturesDays = 7;
const oldestBackupDays = 2;
const leastFree = { bytes: 1e9, share: 0.05 };

/** A file can be written to where reports are stored, read back, and removed. */
export const checkStorage: Check = async ({ config, log }) => {
  const store = openStore(config, log);
  const name = randomBytes(20).toString('hex');
  const place = store.locationOf('').replace(/\/$/, '');
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-doctor-'));
  const path = join(folder, 'probe');
  try {
    writeFileSync(path, name);
    await store.put(name, path);
    const file = await store.open(name);
    const content = await text(file.read()).finally(() => file.close());
    await store.remove(name);
    if (content === name) return ok(`A file was written to ${place}, read back and removed.`);
    return fault(`A file that was written to ${place} came back changed.`, 'Check the disk or the store.');
  } catch (error) {
    const advice =
      config.s3 === undefined
        ? 'Make the user who starts the server the owner of DATA_DIR, and check that the disk is not full.'
        : 'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the rights of its keys: docs/operations/files.md.';
    return fault(`Files cannot be stored in ${place} (${reasonOf(error)}).`, advice);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The disk of the data folder has room. */
export const checkDisk: Check = async ({ config }) => {
  const { bavail, blocks, bsize } = statfsSync(config.dataDir);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const said = `${(free / 1e9).toFixed(1)} GB of the disk of ${config.dataDir} are free (${Math.round(100 * share)} %)`;
  return free < leastFree.bytes || share < leastFree.share
    ? fault(
        `Only ${said}.`,
        'Free some space, or move DATA_DIR to a larger disk. Nothing can be saved once it is full.',
      )
    : ok(`${said}.`);
};

/** The mail server lets us in. */
export const checkMail: Check = async ({ config }) => {
  if (config.smtpUrl === undefined) {
    const message = `Emails are put into ${mailFolder(config)} and reach nobody.`;
    return config.mode === 'demo'
      ? notUsed(message)
      : fault(message, 'Set SMTP_URL and MAIL_FROM: docs/operations/emails.md.');
  }
  const { host } = new URL(config.smtpUrl);
  try {
    await tryMailServer(config.smtpUrl);
    return ok(`The mail server ${host} lets us in. Emails come from ${config.mailFrom}.`);
  } catch (error) {
    return fault(
      `The mail server ${host} does not let us in (${reasonOf(error)}).`,
      'Check SMTP_URL: server, port, user and password. EAUTH means that user or password are wrong.',
    );
  }
};

/** clamd answers, and knows the viruses of this week. */
export const checkVirusScan: Check = async ({ config, clock }) => {
  if (config.clamd === undefined) return notUsed('CLAMD is not set: uploads are not scanned for viruses.');
  let version: string;
  try {
    version = await clamdVersion(config.clamd);
  } catch (error) {
    return fault(
      `clamd does not answer (${reasonOf(error)}): nothing can be uploaded.`,
      'Start clamd, and check CLAMD: the path of its socket, or host:port.',
    );
  }
  const [program = version, , dated] = version.split('/');
  const age = dated === undefined ? Number.NaN : (clock.now().getTime() - Date.parse(dated)) / dayMs;
  return age <= oldestSignaturesDays
    ? ok(`${program} answers. Its signatures are of ${dated}.`)
    : warning(
        `${program} answers, but its signatures are ${Number.isNaN(age) ? 'of an unknown age' : `${Math.round(age)} days old`}.`,
        'Run freshclam, and leave its service on.',
      );
};

/** Redis answers, with the rights that are needed. */
export const checkRedis: Check = async ({ config, log }) => {
  if (config.redisUrl === undefined)
    return notUsed('REDIS_URL is not set: limits count for each process, events go through PostgreSQL.');
  const { openRedis } = await import('../../platform/redis/redis.ts');
  const redis = openRedis(config.redisUrl, config.redisPrefix, log);
  const advice = 'Start it, and check REDIS_URL and its ACL: docs/operations/database.md. Nothing is lost meanwhile.';
  try {
    await redis.opened;
    const key = `${redis.prefix}:doctor`;
    await redis.ask((there) => there.multi().hIncrBy(key, 'asked', 1).expire(key, 60).execTyped());
    await redis.ask((there) => there.publish(key, ''));
    return ok('Redis answers, with the rights that are needed.');
  } catch (error) {
    const refusal = /^[A-Z]+\b/.exec((error as Error).message)?.[0];
    return warning(`Redis does not answer, or refuses (${refusal ?? reasonOf(error)}).`, advice);
  } finally {
    redis.close();
  }
};

/** There is an archive of the last days. */
export const checkBackup: Check = async ({ config, clock }) => {
  const advice =
    'Have npm run backup -- --keep 14 run each night, with BACKUP_DIR and BACKUP_KEY set: docs/operations/backup.md.';
  let newest: ReturnType<typeof newestArchive>;
  try {
    newest = newestArchive(config.backupDir);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT')
      return fault(
        `The folder ${config.backupDir} cannot be read (${reasonOf(error)}).`,
        'Check its owner, and BACKUP_DIR.',
      );
  }
  if (newest === undefined) {
    const message = `There is no backup in ${config.backupDir}.`;
    return config.mode === 'demo' ? notUsed(message) : fault(message, advice);
  }
  const days = (clock.now().getTime() - newest.taken.getTime()) / dayMs;
  const said = `The newest backup in ${config.backupDir} is ${days < 1 ? `${Math.round(24 * days)} hours` : `${Math.round(days)} days`} old, ${(newest.bytes / 1e6).toFixed(1)} MB`;
  if (days > oldestBackupDays) return fault(`${said}.`, advice);
  return newest.path.endsWith('.sealed')
    ? ok(`${said}, encrypted.`)
    : warning(`${said}, not encrypted.`, 'Set BACKUP_KEY: openssl rand -base64 32, and keep a copy elsewhere.');
};
