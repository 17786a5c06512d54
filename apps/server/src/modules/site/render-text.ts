import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const { protocols } = defaultSchema;

// The operator's own text may do what an article may not: link within the site, and to a telephone.
const schema = { ...defaultSchema, protocols: { ...protocols, href: [...(protocols?.href ?? []), 'tel'] } };
const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify)
  .freeze();

/** The operator's Markdown as HTML in which nothing is active; HTML in it is left out. */
export function renderText(markdown: string): string {
  return String(renderer.processSync(markdown));
}
