import { type Place, withHostileFields } from './hostile-fields.ts';
import { progressOf } from './progress.ts';
import type { Figure } from './run.ts';

const bytes = 100_000;
const wanted = 100;
// What is over the time once may have waited for something else: the least of so many counts.
const again = 5;

/** Strings over which a careless pattern goes back and forth, each as long as it is told. */
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

/** S18: how long the worst answer to a long hostile string takes, in every field and query. */
export async function redos(): Promise<Figure> {
  return await withHostileFields(async ({ places, put }) => {
    const kinds = Object.entries(hostile);
    const progress = progressOf('redos', places.length * kinds.length);
    const slow: { ms: number; where: string }[] = [];
    let worst = { ms: 0, where: '' };
    // Where the server closes before it has read all, and no answer comes.
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

    for (const place of places) {
      await time(place, 'warm');
      for (const [kind, make] of kinds) {
        // As long as it may be: an address of 100 KB is refused before anything reads it.
        const inAddress = place.field.inAddress;
        const text = make(inAddress ? 2000 : bytes);
        let ms = await time(place, text);
        for (let n = 0; n < again && ms >= wanted; n++) ms = Math.min(ms, await time(place, text));
        const found = { ms: Math.round(ms), where: `${place.field.operation.name} ${place.field.name}: ${kind}` };
        if (found.ms > worst.ms) worst = found;
        if (found.ms >= wanted) slow.push(found);
        if (inAddress) await time(place, make(bytes));
        progress.step();
      }
    }
    return {
      figure: 'S18 the worst answer to 100 KB of hostile text in every field, in ms',
      value: {
        fields: places.length,
        kinds: kinds.length,
        worst,
        faults: [...faults],
        cut: [...cut],
        slow: slow.slice(0, 10),
      },
      target: '< 100; 0 faults',
      ok: slow.length === 0 && faults.size === 0 && places.length > 0,
    };
  });
}
