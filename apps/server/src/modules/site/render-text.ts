import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const { protocols } = defaultSchema;

// Unlike articles, the operator's texts may contain links within the site and telephone links.
const schema = { ...defaultSchema, protocols: { ...protocols, href: [...(protocols?.href ?? []), 'tel'] } };
const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify)
  .freeze();

/** Renders the operator's Markdown as HTML without active content. HTML inside the Markdown is dropped. */
export function renderText(markdown: string): string {
  return String(renderer.processSync(markdown));
}
