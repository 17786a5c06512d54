import { counted } from '../tools/counted.ts';
import type { Figure, Size } from '../tools/figure.ts';

const tests = 'apps/server/test/authorization';

/** S1: the number of combinations of actor, action and object that were tried, and the number of wrong answers. */
export async function authzMatrix(size: Size): Promise<Figure> {
  const { passed, figure } = counted(`${tests}/matrix.test.ts`, size);
  return {
    figure: 'S1 authorisation cells tried and wrong, routes covered',
    value: figure,
    target: '>= 2000, 0, all routes',
    ok: passed && Number(figure.cells) >= 2000 && figure.wrong === 0,
  };
}

/** S3: the number of columns that were sent as undeclared fields to writing routes, and how many were accepted. */
export async function massAssign(size: Size): Promise<Figure> {
  const { passed, figure } = counted(`${tests}/mass-assign.test.ts`, size);
  return {
    figure: 'S3 mass-assignment tries and accepted',
    value: figure,
    target: '>= 1500, 0',
    ok: passed && Number(figure.tries) >= 1500 && figure.accepted === 0,
  };
}

/** S4: secrets from private columns that reached somebody who must not know them. */
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

/** S5: secrets and tokens in the log of a process with full logging, in its metrics and its traces. */
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
