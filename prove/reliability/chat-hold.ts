import { fanOut } from '../../bench/fan-out.ts';
import { stopAll, workFolder } from '../../bench/processes.ts';
import { closing } from '../tools/closing.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';

const goalKib = 30;
const goalSockets = 5000;

/** R11: the memory of one server for each of many open sockets, all of which receive every message. */
export async function chatHold(size: Size): Promise<Figure> {
  const work = workFolder();
  const close = closing(async () => {
    await stopAll();
    work.remove();
  });
  try {
    const connections = sized(size, goalSockets / 5, goalSockets, 2 * goalSockets);
    const [held] = await fanOut(work, {
      connections: [connections],
      rate: 1,
      seconds: sized(size, 3, 5, 30),
      servedBy: [1],
    });
    if (held === undefined) throw new Error('Nothing was measured.');
    return {
      figure: 'R11 sockets held by one server, and KiB each',
      value: {
        sockets: held.connections,
        KiB: held['KiB each'],
        lost: held.lost,
        'closed early': held['closed early'],
      },
      target: `>= ${goalSockets}, < ${goalKib} KiB each, none lost or closed`,
      ok: (size.small || held['KiB each'] < goalKib) && held.lost === 0 && held['closed early'] === 0,
    };
  } finally {
    await close();
  }
}
