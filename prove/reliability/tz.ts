import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closing } from '../tools/closing.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import type { Compared } from './tz-process.ts';

const serverZones = ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati'];
const processFile = new URL('tz-process.ts', import.meta.url).pathname;

/** T1: days whose slots or times differ from Temporal's, in forty zones and ten years, on servers in three zones. */
export async function tz(size: Size): Promise<Figure> {
  const all: Compared[] = [];
  for (const zone of serverZones) all.push(await compareIn(zone, sized(size, 200, 20, 1)));
  const wrong = all.flatMap(({ differences }) => differences);
  const [first] = all as [Compared, ...Compared[]];
  const inTheirZones = all.every(({ serverZone }, at) => serverZone === nameOf(serverZones[at]));
  const { zones, days } = first;
  return {
    figure: 'T1 days whose slots or times are other than those of Temporal',
    value: { zones, days, servers: serverZones.length, wrong: wrong.length, first: wrong.slice(0, 3) },
    target: size.full
      ? '40 zones × 10 years × 3 servers, 0'
      : `40 zones, around each change and every ${sized(size, 200, 20, 1)}th day, 0`,
    ok: wrong.length === 0 && inTheirZones && zones === 40 && (!size.full || days === 40 * 3653),
  };
}

/** The system's name of a zone: Asia/Kolkata may be Asia/Calcutta. */
const nameOf = (timeZone: string | undefined) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/** The same comparison in a process in another zone. */
async function compareIn(serverZone: string, everySo: number): Promise<Compared> {
  const child = fork(processFile, [String(everySo)], {
    env: { PATH: process.env.PATH, TZ: serverZone },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const close = closing(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await gone;
  });
  try {
    const ended = gone.then(() => {
      throw new Error('The comparison ended without a result.');
    });
    const [compared] = (await Promise.race([once(child, 'message'), ended])) as [Compared];
    return compared;
  } finally {
    await close();
  }
}
