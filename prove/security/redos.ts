import { hostileMarkdown } from '../../apps/server/test/fixtures/markdown.ts';
import { besideBystander } from '../tools/bystander.ts';
import { type Place, withHostileFields } from '../tools/hostile-fields.ts';
import { progressOf } from '../tools/progress.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { joinAs } from '../tools/two-servers.ts';

const bytes = 100_000;
const wanted = 100;
// Markdown is rendered in a separate thread with a limit of processor time, so nobody else waits for it.
const wantedOfMarkdown = 2500;
const markdown = new Set(['POST /apis/blogs/create/', 'POST /apis/blogs/preview/', 'PATCH /apis/blogs/{blog_id}/']);
// A single slow answer may have waited for something else: the fastest of several attempts counts.
const again = 5;

/** Strings that make a careless pattern backtrack, in any length. */
const hostile: Record<string, (length: number) => string> = {
  a: (length) => 'a'.repeat(length),
  brackets: (length) => '('.repeat(length),
  tabs: (length) => '\t'.repeat(length),
  'blanks and an end': (length) => `${' '.repeat(length - 1)}x`,
  'a blank between': (length) => `x${' '.repeat(length - 2)}x`,
  'combining marks': (length) => `e${'\u0301'.repeat(length / 2)}`,
  mail: (length) => `${'a.'.repeat(length / 2)}@`,
  'mail of marks': (length) => `a@${'a-'.repeat(length / 2)}`,
  digits: (length) => `+${'1'.repeat(length - 2)}x`,
  'digits and blanks': (length) => '1 '.repeat(length / 2),
  quotes: (length) => `"${'\\"'.repeat(length / 2)}`,
  emphasis: (length) => '*a_'.repeat(length / 3),
  links: (length) => '[a]('.repeat(length / 4),
  tags: (length) => '<a '.repeat(length / 3),
  lists: (length) => '> - '.repeat(length / 4),
  'tens of words': (length) => 'ab '.repeat(length / 3),
};

const isMarkdown = ({ field }: Place) => markdown.has(field.operation.name) && field.name === 'content';

/**
 * Each kind as long as the field allows, so that it is processed and not refused for its length; articles also get payloads
 * for Markdown.
 */
function textsFor(place: Place): [string, string][] {
  // A URL of 100 KB is refused before anything parses it.
  const longest = place.field.longest ?? (place.field.inAddress ? 2000 : bytes);
  const texts = Object.entries(hostile).map(([kind, make]): [string, string] => [
    kind,
    make(longest).slice(0, longest),
  ]);
  return isMarkdown(place) ? [...texts, ...Object.entries(hostileMarkdown)] : texts;
}

/**
 * S18: the slowest answer to the longest hostile text that each field and parameter accepts, and how others are affected
 * meanwhile.
 */
export async function redos({ small }: Size): Promise<Figure> {
  return await withHostileFields(async ({ server, places, put }) => {
    const progress = progressOf('redos', places.length);
    const slow: { ms: number; where: string }[] = [];
    let worst = { ms: 0, where: '' };
    let worstOfMarkdown = { ms: 0, where: '' };
    // If the server closes the connection before it has read everything, there is no answer.
    const cut = new Set<string>();
    const faults = new Set<string>();

    async function time(place: Place, text: string) {
      const began = performance.now();
      const answer = await put(place, text).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer === undefined) cut.add(`${place.field.operation.name} ${place.field.name}`);
      else if (answer.status >= 500) faults.add(`${place.field.operation.name} ${answer.status}`);
      return performance.now() - began;
    }

    async function tryAll() {
      for (const [at, place] of places.entries()) {
        await time(place, 'warm');
        const limit = isMarkdown(place) ? wantedOfMarkdown : wanted;
        // In the smallest size each field gets some of them, and each of them is sent to many fields.
        const texts = textsFor(place).filter((_, n) => !small || (n + at) % 4 === 0);
        for (const [kind, text] of texts) {
          let ms = await time(place, text);
          for (let n = 0; n < again && ms >= limit; n++) ms = Math.min(ms, await time(place, text));
          const found = { ms: Math.round(ms), where: `${place.field.operation.name} ${place.field.name}: ${kind}` };
          if (!isMarkdown(place) && found.ms > worst.ms) worst = found;
          if (isMarkdown(place) && found.ms > worstOfMarkdown.ms) worstOfMarkdown = found;
          if (ms >= limit) slow.push(found);
        }
        // Text that is too long for any field is refused as quickly.
        await time(place, 'a'.repeat(bytes));
        progress.step();
      }
    }
    const { noticed } = await besideBystander(server, await joinAs(server, 'patient'), tryAll);
    return {
      figure:
        'S18 the worst answer to the longest hostile text that each field accepts, in ms; what another person notices (p99)',
      value: {
        fields: places.length,
        worst,
        worst_of_markdown: worstOfMarkdown,
        noticed,
        faults: [...faults],
        cut: [...cut],
        slow: slow.slice(0, 10),
      },
      target: '< 100, articles < 2500; reads of others < 250, none refused; 0 faults',
      ok: faults.size === 0 && places.length > 0 && noticed.refused === 0,
      fast: slow.length === 0 && noticed.reads_p99 < 250,
    };
  });
}
