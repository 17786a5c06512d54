import type { OwnNotificationEvent } from '@carecommons/contract/notification-rules';
import * as contract from '@carecommons/contract/notifications';
import * as z from 'zod/mini';
import type { Live } from '../../platform/live/live.ts';
import { sendList } from '../../platform/db/db.ts';
import { route } from '../../platform/routing/routing.ts';
import { choose, endQuietHours, getChoices, setQuietHours } from './choices.ts';
import { addDevice, listDevices, removeDevice } from './devices.ts';
import { countUnread, listNotifications, readAll, readOne } from './lists.ts';
import { pushKeyPair } from './push-key.ts';

const cursorSchema = z.tuple([z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))]);

const publishUnread = (live: Live, userId: number) =>
  live.publishToPerson(userId, { kind: 'notifications' } satisfies OwnNotificationEvent);

export const notificationsRoutes = [
  route(contract.listNotifications, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['notifications', actor.user_id], cursorSchema, (after) =>
      listNotifications(db, actor, { ...query, after }, clock.now()),
    );
  }),

  route(contract.countUnread, async ({ db, actor }) => await countUnread(db, actor)),

  route(contract.readNotification, async ({ transaction, actor, params, clock, live }) => {
    const unread = await transaction(async (tx) => await readOne(tx, actor, params.notification_id, clock.now()));
    publishUnread(live, actor.user_id);
    return unread;
  }),

  route(contract.readAllNotifications, async ({ transaction, actor, body, clock, live }) => {
    const unread = await transaction(async (tx) => await readAll(tx, actor, body.up_to, clock.now()));
    publishUnread(live, actor.user_id);
    return unread;
  }),

  route(contract.getNotificationChoices, async ({ db, actor }) => await getChoices(db, actor)),

  route(contract.chooseNotifications, async ({ transaction, actor, body }) => {
    return await transaction(async (tx) => {
      await choose(tx, actor, body);
      return {};
    });
  }),

  route(contract.setQuietHours, async ({ transaction, actor, body }) => {
    return await transaction(async (tx) => {
      await setQuietHours(tx, actor, body);
      return {};
    });
  }),

  route(contract.endQuietHours, async ({ transaction, actor }) => {
    return await transaction(async (tx) => {
      await endQuietHours(tx, actor);
      return {};
    });
  }),

  route(contract.getPushKey, async ({ config }) => ({ key: pushKeyPair(config.secret).publicKey })),

  route(contract.listPushDevices, async ({ db, actor }) => await listDevices(db, actor)),

  route(contract.addPushDevice, async ({ transaction, actor, body, config, clock }) => {
    return await transaction(async (tx) => await addDevice(tx, actor, body, config, clock.now()));
  }),

  route(contract.removePushDevice, async ({ transaction, actor, params }) => {
    return await transaction(async (tx) => {
      await removeDevice(tx, actor, params.device_id);
      return {};
    });
  }),
];
