import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type Container } from 'postcss';
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
  const sheet = postcss.parse(css);
  dropRules(sheet, has);
  let left = sheet.toString();
  let size: number;
  // What only a variable names that is gone goes, too.
  do {
    size = left.length;
    const names = new Set([...(left.match(/(?<=[(,:\s])--[\w-]+(?=[),])/g) ?? []), ...(text.match(/--[\w-]+/g) ?? [])]);
    dropNames(sheet, names, left);
    left = sheet.toString();
  } while (left.length < size);
  return left;
}

const groups = new Set(['layer', 'media', 'supports', 'container']);

function dropRules(within: Container, has: (name: string) => boolean) {
  for (const node of within.nodes?.slice() ?? []) {
    if (node.type === 'rule' && !node.selectors.some((selector) => mayMatch(selector, has))) node.remove();
    if (node.type === 'atrule' && groups.has(node.name)) {
      dropRules(node, has);
      if (node.nodes?.length === 0) node.remove();
    }
  }
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

/** Drops variables that nobody reads (`:root{--a:1}`, `@property --a`), animations that nothing runs, and what is empty then. */
function dropNames(within: Container, names: Set<string>, all: string) {
  for (const node of within.nodes?.slice() ?? []) {
    if (node.type === 'decl' && node.prop.startsWith('--') && !names.has(node.prop)) node.remove();
    else if (node.type === 'atrule' && node.name === 'property') {
      if (!names.has(node.params)) node.remove();
    } else if (node.type === 'atrule' && node.name === 'keyframes') {
      if (!new RegExp(`animation[\\w-]*:[^;}]*\\b${node.params}\\b|--animate-`).test(all)) node.remove();
    } else if (node.type === 'rule' || node.type === 'atrule') {
      dropNames(node, names, all);
      if (node.nodes?.length === 0) node.remove();
    }
  }
}
