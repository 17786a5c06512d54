import { counted } from './counted.ts';
import type { Figure, Size } from './figure.ts';

/** A fault that is made, and judged, by a file of the server's tests: it is the proof. Takes its path below `apps/server`. */
export const tested = (figure: string, file: string) =>
  async function byTests(size: Size): Promise<Figure> {
    const { passed, tests } = counted(`apps/server/${file}`, size);
    return { figure, value: { tests }, target: 'all pass', ok: passed };
  };
