import { sql } from 'kysely';
import { newBrowser } from '../servers/push-receiver.ts';
import type { Canaries } from './taint-markers.ts';
import type { Ground, Somebody } from './somebody.ts';
import { type PersonName, signedIn, type Table, type Thing } from './notation.ts';

// What people are told, the ways in which they are, and the devices on which they get pushes. All of it is the person's own;
// what was taken back, and a device whose session was signed out, are there no more.

const missing = '404 not_found';
const ownAlone = { own: 200, missing, else: 'as missing' } as const;
let browsers = 0;

export const notifications: Table = {
  'GET /api/notifications/': signedIn('nothing', 200),
  'GET /api/notifications/unread/': signedIn('nothing', 200),
  'GET /api/what-waits/': signedIn('nothing', 200),
  'PUT /api/notifications/:notification_id/read/': signedIn('notification', ownAlone),
  'PUT /api/notifications/read/': signedIn('nothing', 200, { body: () => ({ up_to: 1_300_000_000 }) }),
  'GET /api/notification-choices/': signedIn('nothing', 200),
  'PUT /api/notification-choices/': signedIn('nothing', 200, {
    body: () => ({ topic: 'reminders', in_app: true, email: false, push: false }),
  }),
  'PUT /api/quiet-hours/': signedIn('nothing', 200, {
    body: () => ({ from: '22:00', to: '07:00', time_zone: 'Asia/Kolkata' }),
  }),
  'DELETE /api/quiet-hours/': signedIn('nothing', 200),
  'GET /api/push-key/': signedIn('nothing', 200),
  'GET /api/push-devices/': signedIn('nothing', 200),
  'POST /api/push-devices/': signedIn('nothing', 201, {
    body: () => ({ endpoint: `https://web.push.apple.com/${++browsers}`, keys: newBrowser().keys }),
  }),
  'DELETE /api/push-devices/:device_id/': signedIn('push_device', ownAlone),
};

/** Makes what people were told and their devices, with a secret in each private column. */
export function openTelling({ db, clock }: Ground, canaries: Canaries) {
  async function inserted(statement: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await statement.execute(db);
    return (rows[0] as { id: number }).id;
  }

  return {
    /** Something that a person was told of a visit. */
    async notification({ user_id, name }: Somebody, visit: Thing, takenBack = false): Promise<Thing> {
      const id = await inserted(sql`
        insert into notifications (user_id, kind, appointment_id, version, created_at, shown)
        values (${user_id}, 'reminder', ${visit.id}, 1, ${clock.now()}, ${!takenBack}) returning id`);
      canaries.declare(id, 'id of a notification', takenBack ? [] : [name as PersonName]);
      return { id };
    },

    /** A browser that gets pushes, added in a session that lasts or was signed out; and when its person wants none. */
    async device({ user_id, name }: Somebody, session: Thing, over = false): Promise<Thing> {
      const readers = over ? [] : [name as PersonName];
      const id = await inserted(sql`
        insert into push_devices (user_id, endpoint, p256dh, auth, session_id, device, added_at)
        values (${user_id}, ${`https://web.push.apple.com/${canaries.word('address of a device', readers)}`},
          ${canaries.word('key of a device', [])}, ${canaries.word('secret of a device', [])}, ${session.id},
          ${canaries.word('name of a device', readers)}, ${clock.now()}) returning id`);
      await sql`
        insert into quiet_hours (user_id, begins, ends, time_zone) values (${user_id}, '01:17', '02:19', 'Asia/Kolkata')
        on conflict do nothing`.execute(db);
      canaries.declare(id, 'id of a device', readers);
      return { id };
    },
  };
}
