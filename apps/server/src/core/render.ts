import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalidField } from './problem.ts';

/** A text in Markdown as HTML in which nothing runs, and as plain words. */
export interface Rendered {
  body: string;
  words: string;
}

// An article takes some milliseconds. There are texts, all made for it, with which a parser of Markdown takes minutes, or of
// which it makes many times their length: such a one is refused.
const patienceMs = 2000;
const longestBody = 300_000;
const idleMs = 30_000;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Renders Markdown in a thread of its own, so that a text that takes long keeps nobody else waiting. Throws 400 naming
 * `field` for one that takes too long or becomes too much.
 */
export async function render(source: string, field: string): Promise<Rendered> {
  const mine = last.then(() => renderNext(source));
  last = mine.catch(() => undefined);
  const rendered = await mine;
  if (rendered === undefined || rendered.body.length > longestBody)
    throw invalidField(field, 'This text is too complicated. Please use fewer nested marks, links and tables.');
  return rendered;
}

/** Undefined where it takes too long: then the thread is ended, and the next text gets a new one. */
async function renderNext(source: string) {
  clearTimeout(idle);
  const thread = worker ?? (await start());
  worker = thread;
  thread.ref();
  const answered = once(thread, 'message', { signal: AbortSignal.timeout(patienceMs) });
  thread.postMessage(source);
  const rendered = await answered.then(([message]) => message as Rendered).catch(() => undefined);
  thread.unref();
  if (rendered === undefined) end();
  else idle = setTimeout(end, idleMs).unref();
  return rendered;
}

async function start() {
  const thread = new Worker(new URL('markdown-worker.ts', import.meta.url));
  // It says so when it has loaded what it needs, which takes longer than most texts.
  await once(thread, 'message');
  // Else a thread that runs out of memory would take the server along.
  thread.on('error', end);
  return thread;
}

/** Gives the thread's memory back. */
function end() {
  void worker?.terminate();
  worker = undefined;
}
