import type { FastifyRequest } from 'fastify';
import { isoIn, weekdayOf } from '../time/time.ts';

// What the server says to people in emails, pushes, files for calendars and pages of its own stands in its code in English. The
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
  translate(english: string, values?: Values): string;
}

/** What a request tells of the languages of whoever sends it. */
export interface RequestedLanguages {
  /** In which pages are shown to them. */
  language: string;
  /** The one that they chose, where it is one that is offered. */
  chosen: string | undefined;
  /** The best of ours by what their browser asks for. */
  accepted: string;
}

/** The part of the built web application that knows languages. */
export interface Catalogue {
  languagesAsked(cookies: string, accepted: string): RequestedLanguages;
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
    askedBy({ headers }: Pick<FastifyRequest, 'headers'>): RequestedLanguages {
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
        translate(english, values = {}) {
          const write: Write = (text, of) => texts?.find(text, of) ?? filled(text, of);
          const shown = Object.entries(values).map(([name, value]) => [
            name,
            typeof value === 'object' ? momentIn(language, value, write) : value,
          ]);
          return write(english, Object.fromEntries(shown) as Filling);
        },
      };
    },
  };
}

/** A text with its `{names}` filled in; one that is not known stays. */
function filled(text: string, values: Filling): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type Filling = Record<string, string | number>;
type Write = (english: string, values: Filling) => string;

// As on the pages, so that an email and the page that it leads to name one day alike.
const weekdays = 'Mon Tue Wed Thu Fri Sat Sun';
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec';

/** "Tue, 24 Nov, 2026, 10:30 (India Standard Time)". */
function momentIn(language: string, { at, zone }: Moment, write: Write): string {
  const instant = new Date(at);
  const [day = '', time = ''] = isoIn(zone, instant).split('T');
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const nth = (names: string, number: number) => write(names, {}).split(' ')[number - 1] ?? '';
  return write('{weekday}, {date} {month}, {year}, {time} ({zone})', {
    weekday: nth(weekdays, weekdayOf(day)),
    date,
    month: nth(months, month),
    year: String(year),
    time: time.slice(0, 5),
    zone: zoneName(language, instant, zone),
  });
}

function zoneName(language: string, instant: Date, zone: string) {
  const format = new Intl.DateTimeFormat(new Intl.Locale(language, { region: 'IN' }), {
    timeZone: zone,
    timeZoneName: 'long',
  });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
