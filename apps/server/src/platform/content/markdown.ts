import { actsWhenOpened } from '@carecommons/contract/pages';
import type { Element, Root as HtmlRoot, RootContent } from 'hast';
import type { Nodes, Root } from 'mdast';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** A text in Markdown as HTML in which nothing runs, and as plain words. */
export interface Rendered {
  body: string;
  words: string;
}

// All that may come out, element by element. What is not named here is taken out, whatever made it.
const schema: Schema = {
  tagNames: (
    'p br hr h2 h3 h4 h5 h6 blockquote pre code em strong del a sup ul ol li div section ' +
    'table thead tbody tr th td'
  ).split(' '),
  attributes: {
    a: ['href', 'ariaLabel', ['rel', 'nofollow', 'noopener', 'ugc'], ['id', /^user-content-fnref-/]],
    li: [['id', /^user-content-fn-/]],
    ol: ['start'],
    div: [
      ['className', 'wide'],
      ['tabIndex', 0],
    ],
    th: [['align', 'left', 'center', 'right']],
    td: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  // The ids of footnotes have their prefix already, which nothing else in a page begins with.
  clobber: [],
  clobberPrefix: '',
  ancestors: {},
  required: {},
  strip: ['script', 'style'],
};

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

const words = { image: asWords, imageReference: asWords };
const writer = unified()
  .use(remarkRehype, { footnoteLabelProperties: {}, handlers: words })
  .use(() => arrange)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify)
  .freeze();

/**
 * Markdown (CommonMark and GFM) as HTML in which nothing runs and nothing is fetched, and its words in one line, for excerpts. HTML
 * in the source is left out, an image is its description, and headings begin at `h2`, each one level below the one it belongs to.
 */
export function readMarkdown(source: string): Rendered {
  const tree = parser.parse(shallow(source));
  return { body: writer.stringify(writer.runSync(tree)), words: wordsOf(tree) };
}

// The cells of a table say nothing in one line, unless there is nothing else.
function wordsOf(tree: Root) {
  const text = tree.children.filter(({ type }) => type !== 'table');
  return lineOf(text) || lineOf(tree.children);
}

function lineOf(children: Root['children']) {
  const parts: string[] = [];
  collect({ type: 'root', children }, parts);
  return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

const inline = new Set(['text', 'inlineCode', 'emphasis', 'strong', 'delete', 'link', 'linkReference', 'image']);

function collect(node: Root | Nodes, parts: string[]) {
  if (node.type === 'html' || node.type === 'definition' || node.type.startsWith('footnote')) return;
  if ('value' in node) parts.push(node.value);
  if ('alt' in node) parts.push(node.alt ?? '');
  if ('children' in node) for (const child of node.children) collect(child, parts);
  if (!inline.has(node.type)) parts.push(' ');
}

const deepest = 8;
const markers = new RegExp(
  String.raw`^((?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){${deepest}})[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*)+`,
  'gm',
);
const indents = /^[ \t]{40,}/gm;

/** The source without quotes and lists nested so deep that only a machine writes them, and parsing takes ever longer. */
function shallow(source: string) {
  return source.replaceAll(markers, '$1 ').replaceAll(indents, ' '.repeat(40));
}

function asWords(_state: unknown, { alt }: { alt?: string | null }) {
  return { type: 'text' as const, value: alt ?? '' };
}

/** Puts what came of the Markdown into the form in which a page shows it. */
function arrange(tree: HtmlRoot) {
  const above: number[] = [];
  const walk = (node: RootContent): RootContent => {
    if (node.type !== 'element') return node;
    node.children = node.children.map((child) => walk(child) as Element);
    return arranged(node);
  };
  // Headings in their order, before what is in them.
  for (const heading of headingsOf(tree)) {
    const depth = Number(heading.tagName.slice(1));
    while ((above.at(-1) ?? 0) >= depth) above.pop();
    above.push(depth);
    heading.tagName = `h${Math.min(above.length + 1, 6)}`;
  }
  tree.children = tree.children.map(walk);
}

function headingsOf(node: HtmlRoot | RootContent, found: Element[] = []) {
  if (node.type === 'element' && /^h[1-6]$/.test(node.tagName)) found.push(node);
  else if ('children' in node) for (const child of node.children) headingsOf(child, found);
  return found;
}

// Where what people write is shown. A relative address is another one in each, and with the page's own scheme before it, it may
// still be relative.
const pagesWithText = ['http', 'https'].flatMap((scheme) =>
  ['/blog/1', '/blog/update/1', '/createblog'].map((path) => `${scheme}://site.invalid${path}`),
);

/** Whether a link leads to a page that acts when it is opened, here or on any host: which of them is this site's is not known. */
function acts(href: string) {
  return pagesWithText.some((page) => actsWhenOpened(URL.parse(href, page)?.pathname ?? ''));
}

function arranged(node: Element): RootContent {
  const { tagName, properties } = node;
  // A box that nobody can tick is a sign, and needs no label.
  if (tagName === 'input') return { type: 'text', value: properties.checked === true ? '☑' : '☐' };
  // A wide table is moved in its own frame, and not the page.
  if (tagName === 'table') {
    return { type: 'element', tagName: 'div', properties: { className: ['wide'], tabIndex: 0 }, children: [node] };
  }
  // Whoever follows a link wants to read something: none of them logs out or deletes. Its words stay.
  if (tagName === 'a' && acts(String(properties.href))) {
    return { ...node, tagName: 'span', properties: {} };
  }
  if (tagName === 'a' && !String(properties.href).startsWith('#')) properties.rel = ['nofollow', 'noopener', 'ugc'];
  return node;
}
