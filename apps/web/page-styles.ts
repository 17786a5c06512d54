import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { filesOf } from './source-files.ts';

const root = import.meta.dirname;
// What stands around every page, the document itself, and what the build makes of icons.
const everywhere = ['src/app/entry-client.tsx', 'src/app/document.ts', 'src/components/ui/icon.tsx'];
const pages = readdirSync(join(root, 'src/pages')).map((file) => file.replace(/-page\.tsx$/, ''));

/**
 * Writes `.vite/styles.json` beside the manifest: the styles of each page, which are those of all pages without the rules that no
 * file of the page has a class for. The rules keep their order, so that all of the styles may come after them and change nothing.
 */
export function pageStyles(): Plugin {
  return {
    name: 'page-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const [sheet] = Object.values(bundle).filter(
        (file) => file.type === 'asset' && file.names.includes('styles.css'),
      );
      if (sheet?.type !== 'asset') throw new Error('The build has no styles.');
      const css = String(sheet.source);
      const styles = Object.fromEntries(
        pages.map((page) => [page, stylesFor(css, [...everywhere, `src/pages/${page}-page.tsx`])]),
      );
      styles[''] = stylesFor(css, everywhere);
      this.emitFile({ type: 'asset', fileName: '.vite/styles.json', source: JSON.stringify(styles) });
    },
  };
}

function stylesFor(css: string, sources: string[]) {
  const files = new Set(sources.flatMap((source) => [...filesOf(join(root, source))]));
  return stylesOf(css, [...files].map((file) => readFileSync(file, 'utf8')).join('\n'));
}

/** The rules of `css` whose classes, variables and animations occur in `text`, or in a rule that is kept. */
export function stylesOf(css: string, text: string): string {
  const words = new Set(text.match(/[^\s"'`{}<>]+/g));
  // A class may stand close to what is code around it.
  for (const word of text.match(/[\w-]+/g) ?? []) words.add(word);
  const has = (name: string) => words.has(name) || (/["'`{}<>]/.test(name) && text.includes(name));
  const kept = withClasses(parse(css), has);
  let names: Set<string>;
  let size: number;
  let left = kept;
  // What only a variable names that is gone goes, too.
  do {
    size = written(left).length;
    names = new Set([
      ...(written(left).match(/(?<=[(,:\s])--[\w-]+(?=[),])/g) ?? []),
      ...(text.match(/--[\w-]+/g) ?? []),
    ]);
    left = withNames(left, names, written(left));
  } while (written(left).length < size);
  return written(left);
}

/** A rule, or a group of them (`within`); or a statement or a declaration, which has neither. */
interface Part {
  head: string;
  within?: Part[];
}

function parse(css: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (; at < css.length;) {
    const end = endOf(css, at);
    const head = css.slice(at, end);
    if (css[end] !== '{') {
      if (head !== '') parts.push({ head });
      at = end + 1;
      continue;
    }
    let depth = 1;
    let close = end + 1;
    for (; depth > 0; close++) {
      close = skipText(css, close);
      if (css[close] === '{') depth += 1;
      if (css[close] === '}') depth -= 1;
    }
    parts.push({ head, within: parse(css.slice(end + 1, close - 1)) });
    at = close;
  }
  return parts;
}

/** Where the head of a part ends: at a brace or a semicolon that is in no text, escape or pair of brackets. */
function endOf(css: string, from: number) {
  let brackets = 0;
  for (let at = from; at < css.length; at++) {
    at = skipText(css, at);
    const letter = css[at] ?? '';
    if (letter === '(') brackets += 1;
    else if (letter === ')') brackets -= 1;
    else if (brackets === 0 && (letter === '{' || letter === ';')) return at;
  }
  return css.length;
}

/** The next place that is in no text, comment or escape. */
function skipText(css: string, at: number): number {
  const letter = css[at];
  if (letter === '\\') return skipText(css, at + 2);
  if (letter === '/' && css[at + 1] === '*') return skipText(css, css.indexOf('*/', at) + 2);
  if (letter !== '"' && letter !== "'") return at;
  let end = at + 1;
  while (end < css.length && css[end] !== letter) end += css[end] === '\\' ? 2 : 1;
  return skipText(css, end + 1);
}

const isGroup = /^(?:\/\*.*?\*\/\s*)?@(?:layer|media|supports|container)\b/;

function withClasses(parts: Part[], has: (name: string) => boolean): Part[] {
  return parts.flatMap((part) => {
    if (part.within === undefined) return [part];
    if (isGroup.test(part.head)) {
      const within = withClasses(part.within, has);
      return within.length === 0 ? [] : [{ head: part.head, within }];
    }
    return selectorsOf(part.head).some((selector) => mayMatch(selector, has)) ? [part] : [];
  });
}

/** The selectors of a list, which commas outside of brackets and texts part. */
function selectorsOf(list: string) {
  const selectors = [];
  let brackets = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    at = skipText(list, at);
    if (list[at] === '(') brackets += 1;
    if (list[at] === ')') brackets -= 1;
    if (list[at] !== ',' || brackets > 0) continue;
    selectors.push(list.slice(from, at));
    from = at + 1;
  }
  return [...selectors, list.slice(from)];
}

/** Whether there may be an element for a selector: by its first class, unless that stands among others in brackets. */
function mayMatch(text: string, has: (name: string) => boolean) {
  const selector = text.replaceAll(/"[^"]*"/g, '""');
  const [, before = '', escaped] = /^(.*?)\.((?:\\.|[\w-])+)/.exec(selector) ?? [];
  if (escaped === undefined || /\([^)]*,[^)]*$/.test(before)) return true;
  const rest = selector.slice(before.length);
  if (before.includes('(') && /^[^)]*,/.test(rest)) return true;
  return has(escaped.replaceAll(/\\(.)/g, '$1'));
}

/** Without variables that nobody reads (`:root{--a:1}`, `@property --a`), and animations that nothing runs. */
function withNames(parts: Part[], names: Set<string>, all: string): Part[] {
  return parts.flatMap((part) => {
    const [, property] = /^@property (--[\w-]+)/.exec(part.head) ?? [];
    if (property !== undefined) return names.has(property) ? [part] : [];
    const [, animation = ''] = /^@keyframes ([\w-]+)/.exec(part.head) ?? [];
    if (animation !== '')
      return new RegExp(`animation[\\w-]*:[^;}]*\\b${animation}\\b|--animate-`).test(all) ? [part] : [];
    if (part.within === undefined) {
      const [, variable] = /^(--[\w-]+):/.exec(part.head) ?? [];
      return variable === undefined || names.has(variable) ? [part] : [];
    }
    const within = withNames(part.within, names, all);
    return within.length === 0 ? [] : [{ head: part.head, within }];
  });
}

function written(parts: Part[]): string {
  return parts
    .map(({ head, within }, at) =>
      within === undefined ? `${head}${at === parts.length - 1 ? '' : ';'}` : `${head}{${written(within)}}`,
    )
    .join('');
}
