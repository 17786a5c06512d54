import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../apps/server/test/servers/clusters.ts';
import { withClusters } from '../tools/db-clusters.ts';
import { lostIn, watchOther } from '../tools/db-load.ts';
import type { Figure, Size } from '../tools/figure.ts';

const awayMs = 1500;
const afterMs = 6000;

const restart = (how: 'SIGINT' | 'SIGQUIT') => async (primary: Cluster) => {
  await primary.stop(how);
  await sleep(awayMs);
  await primary.start();
};

/** Every connection of the application, whatever it is doing. */
const killBackends = (primary: Cluster) =>
  primary.ask("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'carecommons_app'");

const faults = { fast: restart('SIGINT'), immediate: restart('SIGQUIT'), backends: killBackends };

/** F13: two servers under load, while their PostgreSQL is restarted, fast and immediately, and its backends are killed. */
export async function dbRestart({ full }: Size): Promise<Figure> {
  return await withClusters(0, async ({ servers, primary, load }) => {
    const isHeard = await watchOther(servers, load);
    const seen: Record<string, ReturnType<typeof load.since>> = {};
    for (let round = 0; round < (full ? 5 : 1); round++) {
      for (const [name, harm] of Object.entries(faults)) {
        const from = performance.now();
        await harm(primary);
        const well = performance.now();
        await sleep(afterMs);
        seen[`${name} ${round + 1}`] = load.since(from, well);
      }
    }
    const heard = await isHeard();
    const acknowledged = await load.stop();
    const lost = await lostIn(primary, acknowledged);
    const all = Object.values(seen);
    const worst = (of: (one: (typeof all)[0]) => number) => Math.max(...all.map(of));
    const value = {
      faults: all.length,
      acknowledged: acknowledged.length,
      lost,
      failed: all.map(({ failed }) => failed),
      other_than_503: worst(({ not_503 }) => not_503),
      longest_refusal_ms: worst(({ longest_failure_ms }) => longest_failure_ms),
      longest_recovery_ms: worst(({ well_again_ms }) => well_again_ms),
      live_events_come: heard,
    };
    return {
      figure: 'F13 PostgreSQL restarted under load, fast and immediate, and its backends killed',
      value,
      target:
        'failures only as 503 within 2 s, none 5 s after it is back, 0 acknowledged writes lost, live events come',
      ok:
        lost === 0 &&
        heard &&
        value.other_than_503 === 0 &&
        acknowledged.length > 0 &&
        worst(({ failed }) => failed) > 0,
      fast: value.longest_refusal_ms <= 2000 && value.longest_recovery_ms <= 5000,
    };
  });
}
