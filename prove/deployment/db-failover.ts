import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../apps/server/test/servers/clusters.ts';
import { withClusters } from '../tools/db-clusters.ts';
import { lostIn, watchOther } from '../tools/db-load.ts';
import type { Figure, Size } from '../tools/figure.ts';

const loadMs = 4000;
const afterMs = 12_000;

/**
 * F15 and R14: two servers under load on a primary with a synchronous standby. The primary is killed and the standby promoted;
 * then the old primary returns and accepts no writes.
 */
export async function dbFailover({ full }: Size): Promise<Figure> {
  const runs: Awaited<ReturnType<typeof failOver>>[] = [];
  for (let run = 0; run < (full ? 5 : 1); run++) runs.push(await failOver());
  const worst = (of: (one: (typeof runs)[0]) => number) => Math.max(...runs.map(of));
  const value = {
    failovers: runs.length,
    acknowledged: runs.reduce((sum, one) => sum + one.acknowledged, 0),
    lost: worst(({ lost }) => lost),
    other_than_503: worst(({ not_503 }) => not_503),
    first_write_ms: worst(({ first_write_ms }) => first_write_ms),
    longest_request_ms: worst(({ longest_ms }) => longest_ms),
    failed_with_the_old_one_back: worst(({ failedAfter }) => failedAfter),
    live_events_come: runs.every(({ heard }) => heard),
  };
  return {
    figure: 'F15, R14 a synchronous standby promoted under load, its primary killed, then back and read-only',
    value,
    target: 'first write within 10 s, 0 acknowledged writes lost, failures only as 503, none with the old one back',
    ok:
      value.acknowledged > 0 &&
      value.lost + value.other_than_503 + value.failed_with_the_old_one_back === 0 &&
      value.live_events_come,
    fast: value.first_write_ms <= 10_000,
  };
}

const failOver = () =>
  withClusters(1, async ({ servers, primary, standbys, load }) => {
    const [standby] = standbys as [Cluster];
    await primary.ask("alter system set synchronous_standby_names = '*'");
    await primary.ask('select pg_reload_conf()');
    await isSynchronous(primary);
    const isHeard = await watchOther(servers, load);
    await sleep(loadMs);
    const from = performance.now();
    await primary.stop('SIGKILL');
    await standby.promote();
    await sleep(afterMs);
    const seen = load.since(from, from);
    const back = performance.now();
    primary.takeNoWrites();
    await primary.start();
    await sleep(loadMs);
    const after = load.since(back, back);
    const heard = await isHeard();
    const acknowledged = await load.stop();
    return {
      ...seen,
      failedAfter: after.failed,
      heard,
      acknowledged: acknowledged.length,
      lost: await lostIn(standby, acknowledged),
    };
  });

async function isSynchronous(primary: Cluster) {
  for (let tries = 0; tries < 100; tries++) {
    const rows = await primary.ask("select from pg_stat_replication where sync_state in ('sync', 'quorum')");
    if (rows.length > 0) return;
    await sleep(100);
  }
  throw new Error('The standby does not follow.');
}
