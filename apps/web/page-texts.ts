import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const root = import.meta.dirname;
const face = 'virtual:texts';
const pages = readdirSync(join(root, 'src/pages')).map((file) => file.replace(/-page\.tsx$/, ''));

/**
 * Cuts the catalogue up, so that nobody loads the texts of pages that they do not open: `virtual:texts` holds, for each
 * language, how to load the texts of the `shell` and those that each page needs beside them. A text belongs to a page
 * when a file that the page imports uses it. In the manifest their chunks are `src/locales/<language>/<part>.texts`.
 */
export function pageTexts(): Plugin {
  const config = getConfig({ configPath: join(root, 'lingui.config.ts') });
  return {
    name: 'page-texts',
    resolveId: (id) => (id === face ? `\0${face}` : id.endsWith('.texts') ? join(root, id) : undefined),
    async load(id) {
      if (id === `\0${face}`) return loaders(config.locales);
      const [, language, part] = /locales\/(\w+)\/([\w-]+)\.texts$/.exec(id) ?? [];
      if (language === undefined || part === undefined) return undefined;
      const shell = textsOf('src/app/entry-client.tsx');
      if (part === 'shell') return { code: await compiled(language, shell), moduleType: 'js' };
      const page = textsOf(`src/pages/${part}-page.tsx`);
      return { code: await compiled(language, (files) => page(files) && !shell(files)), moduleType: 'js' };
    },
  };

  /** The chosen texts of a language as a module; `wanted` is told the files that use a text. */
  async function compiled(language: string, wanted: (files: string[]) => boolean) {
    const [catalogue] = await getCatalogs(config);
    const origins = await catalogue?.read(config.sourceLocale);
    const translations = await catalogue?.getTranslations(language, config);
    const chosen = Object.entries(translations?.messages ?? {}).filter(([id]) =>
      wanted((origins?.[id]?.origin ?? []).map(([file]) => file)),
    );
    const { source, errors } = createCompiledCatalog(language, Object.fromEntries(chosen), { namespace: 'es' });
    if (errors.length > 0) throw new Error(`The texts of ${language} cannot be compiled: ${errors[0]?.error.message}`);
    return source;
  }
}

function loaders(languages: string[]) {
  const loader = (language: string, part: string) =>
    `${JSON.stringify(part)}: () => import('src/locales/${language}/${part}.texts')`;
  const language = (name: string) => `${name}: { ${['shell', ...pages].map((part) => loader(name, part)).join(', ')} }`;
  return `export default { ${languages.map(language).join(', ')} };`;
}

/** Tells of the files that use a text whether one of them is needed by `source`. */
function textsOf(source: string) {
  const needed = filesOf(join(root, source));
  return (files: string[]) => files.some((file) => needed.has(join(root, file)));
}

/** A file and all that it imports, at once or later, as far as it is ours. */
function filesOf(file: string, found = new Set<string>()) {
  if (found.has(file) || !/\.tsx?$/.test(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g);
  for (const [, path] of imports) filesOf(join(dirname(file), path), found);
  return found;
}
