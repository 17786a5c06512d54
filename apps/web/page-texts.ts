import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { languagesIn, localesFolder } from './locales.ts';
import { filesOf } from './source-files.ts';

const root = import.meta.dirname;
const face = 'virtual:texts';
// For the server's renderer alone.
const serverFace = 'virtual:server-texts';
const pages = readdirSync(join(root, 'src/pages')).map((file) => file.replace(/-page\.tsx$/, ''));

// English texts that come from the server as data. Their English is what they are found by; a page has those that a file of
// its own can show.
const problems = 'src/server-texts/problems.ts';
const everywhere = 'src/server-texts/everywhere.ts';
const sent = ['emails', 'calendars', 'copies', 'refusals', 'unloaded', 'visit-kinds'].map(
  (name) => `src/server-texts/${name}.ts`,
);
const shownBy = {
  'src/server-texts/languages.ts': /provider-(card|facts)|filter-words/,
  'src/server-texts/rooms.ts': /features\/chat\//,
  'src/server-texts/specialities.ts': /features\/(providers|search)\/|provider-choice/,
  'src/server-texts/visit-kinds.ts': /features\/(appointments|visit-kinds|notifications)\//,
  'src/server-texts/speciality-sentences.ts': /speciality-(grid|header|index|picker)/,
};

/**
 * Cuts the catalogue up, so that nobody loads the texts of pages that they do not open: `virtual:texts` holds, for each
 * language, how to load its `shell`; that holds how to load the texts that each page needs beside them, and those of the
 * server's problems. A text belongs to a page when a file that the page imports uses it. In the manifest their chunks are
 * `src/locales/<language>/<part>.texts`. `virtual:server-texts` holds, for each language, how to load what the server says away
 * from any page. The languages are the files of `folder`, and a made-up one for tests.
 */
export function pageTexts(folder = localesFolder): Plugin {
  const settings = getConfig({ configPath: join(root, 'lingui.config.ts') });
  const { sourceLocale: source = 'en', pseudoLocale: madeUp = '' } = settings;
  const catalogs = settings.catalogs?.map((one) => ({ ...one, path: join(folder, '{locale}') })) ?? [];
  const config = { ...settings, catalogs, sourceLocale: source, fallbackLocales: {}, locales: languagesIn(folder) };
  const languages = [...config.locales, madeUp];
  // A browser needs a sixtieth of a second, a phone four times that, to find out.
  const ownNames = JSON.stringify(Object.fromEntries(config.locales.map((language) => [language, nameOf(language)])));
  const shell = textsOf('src/app/entry-client.tsx');
  // Reading a catalogue takes longer than all that is made of it.
  const kept = new Map<string, ReturnType<typeof texts>>();
  return {
    name: 'page-texts',
    buildStart: () => kept.clear(),
    resolveId: (id) =>
      id === face || id === serverFace ? `\0${id}` : id.endsWith('.texts') ? join(root, id) : undefined,
    async load(id) {
      const all = (part: string) => languages.map((language) => loader(language, language, part)).join(', ');
      if (id === `\0${face}`) return `export default { ${all('shell')} };\nexport const names = ${ownNames};`;
      if (id === `\0${serverFace}`) return `export default { ${all('server')} };`;
      const [, language, part] = /locales\/([\w-]+)\/([\w-]+)\.texts$/.exec(id) ?? [];
      if (language === undefined || part === undefined) return undefined;
      return { code: await moduleOf(language, part), moduleType: 'js' };
    },
    // After the macros, which give each text the beginning of a hash.
    transform: {
      order: 'post',
      filter: { id: /\/src\/.*\.tsx?$/, code: /\bid: ?"/ },
      async handler(code) {
        const { names } = await textsIn(source);
        return {
          code: code.replaceAll(/\bid: ?"([\w+/]{6})"/g, (all, id) => all.replace(id, names.get(id) ?? id)),
          map: null,
        };
      },
    },
  };

  async function moduleOf(language: string, part: string) {
    const { catalogue, translations, names } = await textsIn(language);
    const chosen = (wanted: (files: string[]) => boolean, byEnglish = false) =>
      Object.entries(catalogue)
        .filter(([, { origin = [] }]) => wanted(origin.map(([file]) => file)))
        .map(([id, { message }]) => [byEnglish ? message : names.get(id), translations[id]] as [string, string]);
    const fromServer = (...sources: string[]) =>
      language === source ? [] : chosen((files) => sources.some((one) => files.includes(one)), true);

    if (part === 'problems') return compiled(language, fromServer(problems));
    if (part === 'server') return compiled(language, fromServer(...sent));
    if (part === 'shell') {
      const parts = [...pages, ...(language === source ? [] : ['problems'])];
      const loaders = parts.map((name) => loader(name, language, name)).join(', ');
      const code = compiled(language, [...chosen(shell.has), ...fromServer(everywhere)]);
      return `${code}\nexport const parts = { ${loaders} };`;
    }
    const page = textsOf(`src/pages/${part}-page.tsx`);
    const shown = Object.entries(shownBy).filter(([, by]) => [...page.files].some((file) => by.test(file)));
    return compiled(language, [
      ...chosen((files) => page.has(files) && !shell.has(files)),
      ...shown.flatMap(([file]) => fromServer(file)),
    ]);
  }

  function textsIn(language: string) {
    const found = kept.get(language) ?? texts(language);
    kept.set(language, found);
    return found;
  }

  /**
   * Where each text is used, what it is in a language (the made-up one is made of English), and the name by which code and catalogue
   * know it: half as long as the hash, and no English text.
   */
  async function texts(language: string) {
    const [all] = await getCatalogs(config);
    const translated = await all?.getTranslations(language === madeUp ? source : language, config);
    const catalogue = (await all?.read(source)) ?? {};
    const ids = Object.keys(catalogue).toSorted();
    const names = new Map(ids.map((id, index) => [id, `.${index.toString(36)}`]));
    return { catalogue, translations: translated?.messages ?? {}, names };
  }

  /** These texts as a module. */
  function compiled(language: string, chosen: [string, string][]) {
    const made = language === madeUp ? chosen.map(([id, text]) => [id, lengthened(text)] as const) : chosen;
    const { source: code, errors } = createCompiledCatalog(language, Object.fromEntries(made), {
      namespace: 'es',
      pseudoLocale: madeUp,
    });
    if (errors.length > 0) throw new Error(`The texts of ${language} cannot be compiled: ${errors[0]?.error.message}`);
    return code;
  }
}

/** A text in brackets, and longer by two fifths, as another language may be. */
function lengthened(text: string) {
  return `[${text}${' more'.repeat(Math.ceil(text.replaceAll(/[{<][^}>]*[}>]/g, '').length / 12.5))}]`;
}

/** What a language is called in itself. */
function nameOf(language: string) {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

function loader(name: string, language: string, part: string) {
  return `${JSON.stringify(name)}: () => import('src/locales/${language}/${part}.texts')`;
}

/** The files that `source` needs, and whether one that uses a text is among them. */
function textsOf(source: string) {
  const files = filesOf(join(root, source));
  return { files, has: (users: string[]) => users.some((file) => files.has(join(root, file))) };
}
