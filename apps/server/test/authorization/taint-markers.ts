import type { PersonName } from './notation.ts';

/** Whoever may be told a secret, by name; nobody else ever is. */
export type Entitled = readonly (PersonName | 'nobody')[];

/** The secrets of a world: texts that stand nowhere but in one private column, and numbers of private rows. */
export function openCanaries() {
  const known = new Map<string, { what: string; entitled: ReadonlySet<string> }>();
  let pattern: RegExp | undefined;
  let planted = 0;

  /** Declares a text that is there already as a secret. */
  function declare(secret: string | number, what: string, entitled: Entitled) {
    known.set(String(secret), { what, entitled: new Set(entitled) });
    pattern = undefined;
  }

  return {
    declare,
    /** A new word, to be written into a private column. */
    word(what: string, entitled: Entitled): string {
      const word = `kestrel${String(++planted).padStart(5, '0')}`;
      declare(word, what, entitled);
      return word;
    },
    /** A new telephone number. */
    phone(what: string, entitled: Entitled): string {
      const phone = `+91 70007 ${String(++planted).padStart(5, '0')}`;
      declare(phone, what, entitled);
      return phone;
    },
    /** What of all this stands in a text that somebody must not be told; with 'nobody', what stands there at all. */
    leaksIn(text: string, reader: string): string[] {
      // Not within a longer number, as a time in nanoseconds is.
      pattern ??= new RegExp(String.raw`(?<!\d)(?:${[...known.keys()].map(literally).join('|')})(?!\d)`, 'g');
      const found = new Set(text.match(pattern));
      return [...found]
        .filter((secret) => known.get(secret)?.entitled.has(reader) !== true)
        .map((secret) => `${known.get(secret)?.what} (${secret})`);
    },
    /** The first who may know a secret. */
    readerOf(secret: string): string {
      return known.get(secret)?.entitled.values().next().value ?? 'nobody';
    },
    count: () => known.size,
  };
}

const literally = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

export type Canaries = ReturnType<typeof openCanaries>;
