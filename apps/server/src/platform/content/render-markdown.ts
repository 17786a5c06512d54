import { type Requester, openTimeBudget, openWorkQueue } from '../limits/limits.ts';
import type { Rendered } from './markdown.ts';
import type { RenderAnswer } from './markdown-worker.ts';
import { invalidField } from '../errors/errors.ts';
import { openThread } from '../process/process.ts';

const longestBody = 300_000;
const queue = openWorkQueue(8);
const thread = openThread<RenderAnswer>(new URL('markdown-worker.ts', import.meta.url), {
  // The thread keeps to a limit of its own, after which it goes on: this is for one that cannot, or has to try twice on a busy machine.
  limitMs: 1000,
  timeoutMs: 8000,
  idleMs: 300_000,
  // A young generation that holds what one article leaves behind halves the time.
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
});
// The longest article takes 0.1 s, and a preview is asked for when its author rests: nobody who writes gets there.
const budget = openTimeBudget({ atOnce: 60_000, hourly: 120_000 });
// What is refused counts this much more: nobody writes many of those by mistake.
const refusedFactor = 4;

/**
 * Renders Markdown in a thread of its own, so that a text that takes long keeps nobody else waiting. Throws 400 naming
 * `field` for one that takes too long or becomes too much, 429 to a requester who has used up their time or has another text waiting, 503 where
 * too many wait.
 */
export async function render(source: string, field: string, requester?: Requester): Promise<Rendered> {
  if (requester !== undefined) budget.check(requester);
  return await queue.run(requester, async () => {
    const answer = await thread.ask(source);
    const rendered = answer?.rendered;
    const refused = rendered === undefined || rendered.body.length > longestBody;
    if (requester !== undefined) budget.charge(requester, (answer?.ms ?? 1000) * (refused ? refusedFactor : 1));
    if (refused)
      throw invalidField(field, 'This text is too complicated. Please use fewer nested marks, links and tables.');
    return rendered;
  });
}
