import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Clock } from '../../platform/time/time.ts';
import type { ColumnOf, Db, RowOf, Tx } from '../../platform/db/db.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import type { Languages } from '../../platform/languages/languages.ts';
import { people } from '../accounts/accounts.ts';
import { findCurrent } from './current.ts';
import { isOpen } from './devices.ts';
import type { Push } from './emails.ts';
import { pushKeyPair } from './push-key.ts';
import { isPushService } from './push-services.ts';

const kind = 'push';
// A device that was off receives the pushes of the last day, except those that are out of date by then.
const keptSeconds = 24 * 3600;
const answerMs = 5000;

interface Payload {
  device: number;
  notification: number;
  push: Push;
}

interface Device extends RowOf<'push_devices', 'endpoint' | 'p256dh' | 'auth'> {
  /** The language of the device's owner. */
  language: ColumnOf<'users', 'language'>;
}

/** Enqueues a push to each of the person's devices, sent after the commit. Each device receives its pushes in order. */
export async function push(tx: Tx, userId: number, notification: number, content: Push, now: Date) {
  const { rows } = await sql<RowOf<'push_devices', 'id'>>`
    select d.id from push_devices d where d.user_id = ${userId} and ${isOpen} order by d.id`.execute(tx);
  for (const { id } of rows) {
    const payload: Payload = { device: id, notification, push: content };
    await enqueue(tx, { kind, payload, lane: `device ${id}` }, now);
  }
}

const failed = (code: string, permanent = false) =>
  Object.assign(new Error('the push was not taken'), { code, permanent });

interface Dependencies {
  db: Db;
  config: Config;
  clock: Clock;
  languages: Languages;
}

/**
 * The job that sends pushes, in the recipient's language. A device that its push service no longer knows is deleted.
 */
export function pushWork({ db, config, clock, languages }: Dependencies) {
  const keys = pushKeyPair(config.secret);
  const vapidDetails = { subject: config.publicUrl ?? `mailto:${config.contactEmail}`, ...keys };

  async function send({ payload }: Job) {
    const { device: id, notification, push: content } = payload as Payload;
    const now = clock.now();
    const current = await findCurrent(db, notification, now);
    // It may have waited for hours: do not send what is out of date or was read in the app.
    if (current === undefined || current.is_read) return;
    const { rows } = await sql<Device>`
      select d.endpoint, d.p256dh, d.auth, p.language from push_devices d join ${people} p on p.id = d.user_id
      where d.id = ${id} and ${isOpen}`.execute(db);
    const [device] = rows;
    // The device was removed or signed out in the meantime.
    if (device === undefined) return;
    if (!isPushService(device.endpoint, config)) throw failed('push_service', true);
    const words = await languages.wordsIn(device.language);
    const message = { ...content, title: words.translate(content.title), lang: words.language, dir: words.direction };
    const status = await deliver(device, JSON.stringify(message), secondsUntil(current.until, now));
    if (status === 404 || status === 410) {
      await sql`delete from push_devices where id = ${id} and endpoint = ${device.endpoint}`.execute(db);
    } else if (status < 200 || status > 299) {
      throw failed(String(status), status < 500 && status !== 429 && status !== 408);
    }
  }

  async function deliver({ endpoint, p256dh, auth }: Device, text: string, TTL: number): Promise<number> {
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails,
      TTL,
      urgency: 'normal',
    });
    try {
      // Redirects are not followed, and only the status of the response is read.
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: textsOf(headers),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch (error) {
      const { name, cause } = error as { name?: string; cause?: { code?: string } };
      throw failed(name === 'TimeoutError' ? 'timeout' : (cause?.code ?? 'unreachable'));
    }
  }

  return { [kind]: send };
}

/** How long the push service keeps the push for a device that is off. */
function secondsUntil(until: Date | null, now: Date): number {
  if (until === null) return keptSeconds;
  return Math.min(keptSeconds, Math.floor((until.getTime() - now.getTime()) / 1000));
}

/** The headers without the content length, which follows from the body. */
function textsOf(headers: Record<string, unknown>) {
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
