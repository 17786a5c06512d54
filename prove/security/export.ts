import { counted } from '../tools/counted.ts';
import type { Figure, Size } from '../tools/figure.ts';

/** S22, first half: what the export contains of a person, and what of others. */
export async function exportComplete(size: Size): Promise<Figure> {
  const { passed, figure } = counted('apps/server/src/modules/privacy/exports-complete.test.ts', size);
  return {
    figure: 'S22 export: rows and texts of a person, recall, precision by canaries of others',
    value: figure,
    target: '1.00, 1.00',
    ok: passed && figure.recall === 1 && figure.lost === 0 && figure.precision === 1,
  };
}
