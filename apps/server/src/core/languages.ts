import type { FastifyRequest } from 'fastify';

// What the server says to people in letters, pushes, files for calendars and pages of its own stands in its code in English. The
// catalogue of the web application has it in other languages, by its English.

/** The language in which the product is written, and which whoever asks for no other gets. */
export const sourceLanguage = 'en';

/** An instant as its reader's clocks show it. */
export interface Moment {
  at: string;
  zone: string;
}

/** What is put into a text in the place of its `{names}`. */
export type Values = Readonly<Record<string, string | number | Moment>>;

/** What the server says in one language. */
export interface Words {
  language: string;
  direction: 'ltr' | 'rtl';
  /** An English text of ours in this language, its `{names}` filled in; in English where the catalogue has not got it. */
  say(english: string, values?: Values): string;
}

/** What a request tells of the languages of whoever sends it. */
export interface Asked {
  /** In which pages are shown to them. */
  language: string;
  /** The one that they chose, where it is one that is offered. */
  chosen: string | undefined;
  /** The best of ours by what their browser asks for. */
  accepted: string;
}

/** The part of the built web application that knows languages. */
export interface Catalogue {
  languagesAsked(cookies: string, accepted: string): Asked;
  /** The texts of the server in a language, or in English where there is none such. */
  serverTexts(language: string): Promise<{
    language: string;
    direction: 'ltr' | 'rtl';
    find(english: string, values: Record<string, string | number>): string | undefined;
  }>;
}

export type Languages = ReturnType<typeof openLanguages>;

/** The languages of a catalogue; without one, as where pages are not served, English alone. */
export function openLanguages(catalogue?: Catalogue) {
  return {
    /** What a request tells by its cookie and its `Accept-Language`. */
    askedBy({ headers }: Pick<FastifyRequest, 'headers'>): Asked {
      const english = { language: sourceLanguage, chosen: undefined, accepted: sourceLanguage };
      return catalogue?.languagesAsked(headers.cookie ?? '', headers['accept-language'] ?? '') ?? english;
    },

    /** What is said in a language; null is that of somebody of whom none is known. */
    async wordsIn(wanted?: string | null): Promise<Words> {
      const texts = await catalogue?.serverTexts(wanted ?? sourceLanguage);
      const { language, direction } = texts ?? { language: sourceLanguage, direction: 'ltr' };
      return {
        language,
        direction,
        say(english, values = {}) {
          const shown = inLanguage(values, language);
          return texts?.find(english, shown) ?? filled(english, shown);
        },
      };
    },
  };
}

/** A text with its `{names}` filled in; one that is not known stays. */
function filled(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function inLanguage(values: Values, language: string): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? momentIn(language, value) : value,
    ]),
  );
}

/** "Tue, 24 Nov, 2026, 10:30 (Asia/Kolkata)": as in India, like the days on the pages. */
function momentIn(language: string, { at, zone }: Moment): string {
  const format = new Intl.DateTimeFormat(new Intl.Locale(language, { region: 'IN' }), {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${format.format(new Date(at))} (${zone})`;
}
