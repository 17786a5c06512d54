import { counted } from './counted.ts';
import type { Figure, Size } from './figure.ts';

/**
 * A proof that is a file of the server's tests, which creates the fault and judges the result. Takes its path below
 * `apps/server`.
 */
export const tested = (figure: string, file: string) =>
  async function byTests(size: Size): Promise<Figure> {
    const { passed, tests } = counted(`apps/server/${file}`, size);
    return { figure, value: { tests }, target: 'all pass', ok: passed };
  };
