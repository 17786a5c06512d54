import { setTimeout as sleep } from 'node:timers/promises';
import { appRole, ownerRole } from '../../apps/server/src/platform/embedded-postgres/roles.ts';
import { urlAt } from '../../apps/server/test/servers/clusters.ts';
import { openPooler } from '../../apps/server/test/servers/pooler.ts';
import { closing } from '../tools/closing.ts';
import { withClusters } from '../tools/db-clusters.ts';
import { lostIn, watchOther } from '../tools/db-load.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';

/** Two servers, with their migrations, whose statements all except LISTEN go through PgBouncer in transaction mode. */
export async function pooler(size: Size): Promise<Figure> {
  let close = async () => {};
  try {
    return await withClusters(
      0,
      async ({ servers, primary, load }) => {
        const isHeard = await watchOther(servers, load);
        const from = performance.now();
        await sleep(sized(size, 4000, 10_000, 120_000));
        const { answers, failed, longest_ms } = load.since(from, from);
        const heard = await isHeard();
        const acknowledged = await load.stop();
        const [held] = await primary.ask<{ servers: number; listening: number }>(
          `select count(*) filter (where application_name = 'carecommons')::int as servers,
             count(*) filter (where application_name = 'carecommons live')::int as listening
           from pg_stat_activity where usename = '${appRole}'`,
        );
        const lost = await lostIn(primary, acknowledged);
        return {
          figure: 'two servers under load through PgBouncer in transaction mode',
          value: {
            answers,
            failed,
            longest_ms,
            acknowledged: acknowledged.length,
            lost,
            live_events_come: heard,
            ...held,
          },
          target:
            'no failure, 0 lost, live events come; four connections to PostgreSQL, and one of each server that listens',
          ok:
            answers > 0 &&
            failed + lost === 0 &&
            heard &&
            Number(held?.servers) <= 4 &&
            held?.listening === servers.length,
        };
      },
      async (primary) => {
        const pool = await openPooler({ host: '127.0.0.1', port: primary.port }, { [appRole]: '', [ownerRole]: '' });
        close = closing(pool.close);
        return {
          DATABASE_URL: urlAt('app', pool),
          DATABASE_MIGRATION_URL: urlAt('owner', pool),
          DATABASE_DIRECT_URL: urlAt('app', primary),
          DATABASE_PREPARE: 'off',
        };
      },
    );
  } finally {
    await close();
  }
}
