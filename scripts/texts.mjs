import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { root } from './prepare.mjs';

// Whether every text of the web application is in the catalogue of every language, and each translation has the same names,
// tags and kinds of plurals as its English; and whether no style says left or right where it means the start or the end.

const web = join(root, 'apps/web');
const config = getConfig({ configPath: join(web, 'lingui.config.ts') });
// Written so in every language.
const alike = new Set([
  'asha',
  '{0}, {1}',
  '{0}, {size} kB',
  '{date} {month} {year}',
  '{date} {month}',
  '{month} {year}',
]);

/** The names, tags and selectors in a text, and the forms of its plurals. */
function shapeOf(text) {
  const names = new Set(text.match(/<\/?\d+\/?>/g));
  const forms = new Set();
  const walk = (token) => {
    if (!Array.isArray(token)) return;
    const [name, kind, choices] = token;
    names.add(kind === undefined ? name : `${name}, ${kind}`);
    for (const [form, inner] of Object.entries(choices ?? {})) {
      if (form === 'offset') continue;
      if (/^\d+$/.test(form)) names.add(`${name} =${form}`);
      else forms.add(form);
      for (const one of Array.isArray(inner) ? inner : []) walk(one);
    }
  };
  for (const token of compileMessageOrThrow(text)) walk(token);
  return { names: [...names].toSorted((one, other) => one.localeCompare(other)).join(' · '), forms };
}

/** What is wrong with one translation; undefined where nothing is. */
export function wrongWith(language, english, translation) {
  if (!translation) return 'is not translated';
  if (language === config.sourceLocale) return translation === english ? undefined : 'is not what the code says';
  try {
    const [meant, is] = [shapeOf(english), shapeOf(translation)];
    if (meant.names !== is.names) return `has “${is.names}” in the place of “${meant.names}”`;
    const plurals = new Set([...new Intl.PluralRules(language).resolvedOptions().pluralCategories, 'other']);
    const odd = [...is.forms].find((form) => !plurals.has(form));
    if (odd !== undefined) return `has the plural “${odd}”, which ${language} has not`;
  } catch (error) {
    return `cannot be read: ${error.message}`;
  }
  return translation === english && !alike.has(english) ? 'is still English' : undefined;
}

const filesOf = (origin = []) =>
  [...new Set(origin.map(([file]) => file))].toSorted((one, other) => one.localeCompare(other)).join(' ');

/** What is wrong with all catalogues, beside the texts that the code has. */
async function faults() {
  const [catalogs] = await getCatalogs(config);
  const used = await catalogs.collect();
  const found = [];
  for (const language of config.locales) {
    const there = (await catalogs.read(language)) ?? {};
    for (const [id, { message, origin }] of Object.entries(used)) {
      const wrong = wrongWith(language, message, there[id]?.translation);
      if (wrong !== undefined) found.push(`${language}: “${message}” ${wrong}.`);
      // A page gets the texts of the files that it imports: a file that was moved takes its texts from there.
      else if (filesOf(origin) !== filesOf(there[id]?.origin))
        found.push(`${language}: “${message}” is used in other files.`);
    }
    for (const [id, { message, obsolete }] of Object.entries(there))
      if (used[id] === undefined || obsolete) found.push(`${language}: “${message ?? id}” is used no more.`);
  }
  return found;
}

const sided =
  /(?<=[\s"'`:])-?(?:[mp][lr]-|(?:left|right)-[\d[]|text-(?:left|right)\b|(?:border|rounded)-[lr](?:-|\b)|float-(?:left|right))\S*/g;

/** Classes that name a side by where it lies: from right to left the other one is meant. */
function oneSided() {
  const files = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  return files.flatMap((file) =>
    (readFileSync(join(web, 'src', file), 'utf8').match(sided) ?? []).map(
      (name) => `${file}: please name the start or the end in the place of ${name}.`,
    ),
  );
}

if (import.meta.main) {
  const found = [...(await faults()), ...oneSided()];
  for (const fault of found.slice(0, 30)) console.error(fault);
  if (found.length > 0) {
    console.error(`${found.length} in all. \`npm run texts -w apps/web\` writes new texts into the catalogues.`);
    process.exit(1);
  }
  console.log(`every text is there in ${config.locales.join(', ')}`);
}
