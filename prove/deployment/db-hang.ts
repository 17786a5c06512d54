import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, urlAt } from '../../apps/server/test/servers/clusters.ts';
import { closing } from '../tools/closing.ts';
import { type Line, openLine } from '../tools/cut-line.ts';
import { withClusters } from '../tools/db-clusters.ts';
import { lostIn, watchOther } from '../tools/db-load.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';

const afterMs = 8000;

/**
 * F14 and R13: two servers under load, while all processes of their PostgreSQL are suspended, and while the network drops all
 * packets to it.
 */
export async function dbHang(size: Size): Promise<Figure> {
  const hangMs = sized(size, 8000, 15_000, 300_000);
  const lines: Line[] = [];
  const closeLines = closing(async () => {
    for (const line of lines) line.close();
  });
  const throughLine = async (primary: Cluster) => {
    const line = await openLine(`http://127.0.0.1:${primary.port}`);
    lines.push(line);
    return { DATABASE_URL: urlAt('app', { port: Number(new URL(line.address).port) }) };
  };
  try {
    return await withClusters(
      0,
      async ({ servers, primary, load }) => {
        const isHeard = await watchOther(servers, load);
        async function during(harm: () => void, heal: () => void) {
          const from = performance.now();
          harm();
          await sleep(hangMs);
          heal();
          const well = performance.now();
          await sleep(afterMs);
          return load.since(from, well);
        }
        const halted = await during(
          () => primary.freeze(),
          () => primary.thaw(),
        );
        const swallowed = await during(
          () => lines[0]?.swallow(true),
          () => lines[0]?.swallow(false),
        );
        const heard = await isHeard();
        const acknowledged = await load.stop();
        const lost = await lostIn(primary, acknowledged);
        const both = [halted, swallowed];
        const longest = Math.max(...both.map(({ longest_ms }) => longest_ms));
        const recovery = Math.max(...both.map(({ well_again_ms }) => well_again_ms));
        const others = Math.max(...both.map(({ not_503 }) => not_503));
        return {
          figure: 'F14, R13 PostgreSQL that hangs, and a line to it that swallows everything',
          value: {
            hang_seconds: hangMs / 1000,
            failed: both.map(({ failed }) => failed),
            other_than_503: others,
            longest_request_ms: longest,
            recovery_ms: both.map(({ well_again_ms }) => well_again_ms),
            acknowledged: acknowledged.length,
            lost,
            live_events_come: heard,
          },
          target:
            'no request waits longer than 5 s, none fails 5 s after it goes on, but with 503; 0 acknowledged writes lost',
          ok: others + lost === 0 && heard && acknowledged.length > 0 && both.every(({ failed }) => failed > 0),
          fast: longest <= 5000 && recovery <= 5000,
        };
      },
      throughLine,
    );
  } finally {
    await closeLines();
  }
}
