import type { Head } from '../lib/head.tsx';
import { mediaOf, type Theme } from '../lib/preferences.ts';

/** The client build's manifest: for each source file its chunk, and what that imports. */
export type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>;

interface Document {
  head: Head;
  body: string;
  failed: boolean;
  state: unknown;
  language: string;
  direction: 'ltr' | 'rtl';
  theme: Theme;
  /** Source files whose chunks the page needs at once. */
  sources: string[];
  manifest: Manifest;
  /** What it looks like (CSS). */
  styles: string;
  /** What fetches the scripts (`start.ts`, built). */
  start: string;
  canonical: string | undefined;
  /** The page in each language, and where each reader gets their own, by the language's tag. */
  alternates: (readonly [language: string, address: string])[];
  /** Whether search engines may show the page: it exists, and holds something for everybody. */
  listed: boolean;
  /** Says an English text of `server-texts` in the language of the page. */
  translate: (english: string) => string;
  /** Whether it is of no use without scripts: it shows what is one's own, or takes what is typed. */
  needsScripts: boolean;
  /** What the page is about, for programs that read it (JSON-LD). */
  facts: object[];
}

// Of the header, so that a phone's own bar goes on from it: `--color-surface`.
const headerColours = { light: '#ffffff', dark: '#14201d' };

/**
 * Writes the HTML document around a rendered page. The styles are within it, so that it is seen as soon as it has come; not before
 * all of it is there: what stands in the middle of its row would move. Its scripts are named at its end, where the one inline
 * script fetches them.
 */
export function writeDocument(page: Document): string {
  const { head, body, failed, state, language, direction, theme, sources, manifest, styles, start } = page;
  const { canonical, alternates, listed, facts, needsScripts } = page;
  const translate = (english: string) => escape(page.translate(english));
  const again = `<a href="" class="inline-flex min-h-11 items-center font-semibold underline">${translate('Load it again')}</a>`;
  const chunks = chunksOf(manifest, sources);
  const font = [...chunks].flatMap((key) => manifest[key]?.assets ?? []).find((asset) => asset.endsWith('.woff2'));
  const entry = manifest['src/app/entry-client.tsx']?.file ?? '';
  const scripts = [...[...chunks].map((key) => manifest[key]?.file).filter((file) => file !== entry), entry];
  const title = escape(head.title);
  const description = escape(head.description ?? '');
  // Programs that show a card want a whole address; there is one where the site's own is set.
  const card = escape(
    new URL('/preview-card.png', canonical ?? 'http://localhost')[canonical === undefined ? 'pathname' : 'href'],
  );
  return `<!doctype html>
<html lang="${language}" dir="${direction}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:site_name" content="Carecommons">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:locale" content="${language.includes('-') ? language.replace('-', '_') : `${language}_IN`}">
${canonical === undefined ? '' : `<link rel="canonical" href="${escape(canonical)}">\n<meta property="og:url" content="${escape(canonical)}">\n`}<meta property="og:image" content="${card}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="Carecommons">
<meta name="twitter:card" content="summary_large_image">
${listed ? '' : '<meta name="robots" content="noindex">\n'}<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">
${Object.entries(headerColours)
  .map(([of, colour]) => `<meta name="theme-color" content="${colour}" media="${mediaOf(of, theme)}">`)
  .join('\n')}
<link rel="manifest" href="/manifest.webmanifest?lang=${language}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<link rel="alternate" type="application/rss+xml" href="/feed.xml">
${alternates.map(([of, href]) => `<link rel="alternate" hreflang="${of}" href="${escape(href)}">\n`).join('')}${font === undefined ? '' : `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>\n`}<style>${styles}</style>
<link rel="expect" href="#state" blocking="render">
${facts.map((fact) => `<script type="application/ld+json">${inScript(fact)}</script>`).join('\n')}
</head>
<body>
${
  needsScripts
    ? `<noscript><div class="unloaded"><p>${translate('This page needs scripts, and they are switched off in your browser. Please allow them and load the page again.')}</p>${again}</div></noscript>
`
    : ''
}<div id="root"${failed ? ' data-failed' : ''}>${body}</div>
<div id="unloaded" class="unloaded fixed inset-x-0 bottom-0 z-50" role="alert" hidden><p>${translate('A part of this page has not come: the network may be slow or away.')}</p>${again}</div>
<script type="application/json" id="state" data-scripts="${scripts.map((file) => `/${file}`).join(' ')}">${inScript(state)}</script>
<script type="module">${start}</script>
</body>
</html>
`;
}

/** The chunks of these sources, and all that they import at once. */
function chunksOf(manifest: Manifest, sources: string[], found = new Set<string>()) {
  for (const source of sources) {
    if (found.has(source) || manifest[source] === undefined) continue;
    found.add(source);
    chunksOf(manifest, manifest[source].imports ?? [], found);
  }
  return found;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string) {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** JSON that cannot end the element it stands in. */
function inScript(value: unknown) {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
