import { counted } from '../tools/counted.ts';
import type { Figure, Size } from '../tools/figure.ts';

const tests = 'apps/server/test/authorization';

/** S1: how many questions of who may do what with whose were put to the product, and how many it answered wrongly. */
export async function authzMatrix(size: Size): Promise<Figure> {
  const { passed, figure } = counted(`${tests}/matrix.test.ts`, size);
  return {
    figure: 'S1 authorisation cells tried and wrong, routes covered',
    value: figure,
    target: '>= 2000, 0, all routes',
    ok: passed && Number(figure.cells) >= 2000 && figure.wrong === 0,
  };
}

/** S3: how many columns were tried as fields of writable routes that do not name them, and how many were taken. */
export async function massAssign(size: Size): Promise<Figure> {
  const { passed, figure } = counted(`${tests}/mass-assign.test.ts`, size);
  return {
    figure: 'S3 mass-assignment tries and accepted',
    value: figure,
    target: '>= 1500, 0',
    ok: passed && Number(figure.tries) >= 1500 && figure.accepted === 0,
  };
}

/** S4: secrets from private columns that came to somebody who may not know them. */
export async function taint(size: Size): Promise<Figure> {
  const { passed, figure } = counted(`${tests}/taint.test.ts`, size);
  const { canaries, answers, events, emails, leaks } = figure;
  return {
    figure: 'S4 private canaries told to others in answers, pages, live events and letters',
    value: { canaries, answers, events, emails, leaks },
    target: '>= 60 canaries, 0',
    ok: passed && Number(canaries) >= 60 && leaks === 0,
  };
}

/** S5: secrets and tokens in the log of a process that says everything, in its metrics and its traces. */
export async function logTaint(size: Size): Promise<Figure> {
  const { passed, figure } = counted(`${tests}/taint.test.ts`, size);
  const { canaries, lines, metrics, spans, logged } = figure;
  return {
    figure: 'S5 canaries and tokens in the log at its most talkative, in metrics and in traces',
    value: { canaries, lines, metrics, spans, logged },
    target: '0',
    ok: passed && logged === 0,
  };
}
