import { parentPort } from 'node:worker_threads';
import { Script } from 'node:vm';
import { readMarkdown, type Rendered } from './markdown.ts';
import { processorMs } from '../process/process.ts';

// The thread of render-markdown.ts: takes one source at a time, and answers with what it makes of it and the processor time that it took.

/** What the thread answers: nothing is rendered where it would have taken more than the limit. */
export interface RenderAnswer {
  rendered: Rendered | undefined;
  ms: number;
}

// Processor time. On an ordinary machine the longest article takes half of it; there are texts, all made for it, that take minutes.
const limitMs = 300;
// On a busy machine processor time is a small part of the time that passes.
const longestWaitMs = 3000;

// A script can be stopped in the middle without its thread, which is expensive to start.
const script = new Script('renderNext()');
let source = '';
Object.assign(globalThis, { renderNext: () => readMarkdown(source) });

function answer(): RenderAnswer {
  const began = processorMs();
  const from = performance.now();
  let rendered = renderWithin(limit);
  const used = processorMs() - began;
  // It was not slow but hardly had a processor: once more, as patiently as that asks for.
  if (rendered === undefined && used < limit * 0.9) {
    const wallClockLimit = (1.5 * limit * (performance.now() - from)) / used;
    rendered = renderWithin(Math.ceil(Math.min(longestWaitMs, wallClockLimit)));
  }
  return { rendered, ms: processorMs() - began };
}

function renderWithin(timeout: number): Rendered | undefined {
  try {
    return script.runInThisContext({ timeout }) as Rendered;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}

// What was compiled by then makes the first article as quick as those after it. A slow machine takes longer for that and for articles.
const sample =
  '## Rest\n\nGo to *bed* **early** and [read](/a) `a` book.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
const warming = processorMs();
for (let n = 0; n < 10; n++) readMarkdown(sample.repeat(10));
const limit = Math.ceil(Math.max(limitMs, 3 * (processorMs() - warming)));

parentPort?.on('message', (text: string) => {
  source = text;
  parentPort?.postMessage(answer());
});
parentPort?.postMessage('ready');
