import { describe, expect, test } from 'vitest';
import { readMarkdown } from './markdown.ts';

const acts = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<script\n>alert(1)',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<svg onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src=javascript:alert(1)>',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css"</style>',
  '<form id=root><input name=attributes><button formaction=javascript:alert(1)>x</button></form>',
  '<a name=location href="javascript:alert(1)">x</a>',
  '<img name=getElementById>',
  '<template><script>alert(1)</script></template>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<a href="x"onmouseover=alert(1)>x</a>',
  '<details open ontoggle=alert(1)>x</details>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<p id="root" class="fixed" tabindex=1 accesskey=x>x</p>',
  '<video><source onerror=alert(1)></video>',
  '</div></main><script>alert(1)</script>',
];

const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#x09;script:alert(1)',
  'java&Tab;script:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x1;javascript:alert(1)',
  String.raw`java\script:alert(1)`,
  '%6aavascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'file:///etc/passwd',
  'blob:https://site.example/x',
  'ftp://evil.example/',
  'x" onmouseover="alert(1)',
  "x' onmouseover='alert(1)",
  'https://a.example/"><script>alert(1)</script>',
];

const frames = [
  (inner: string) => inner,
  (inner: string) => `Some words ${inner} and more.`,
  (inner: string) => `# ${inner}\n\n## ${inner}`,
  (inner: string) => `> - 1. ${inner}\n>\n> ${inner}`,
  (inner: string) => `| a | ${inner} |\n|---|:-:|\n| ${inner} | b |`,
  (inner: string) => `[${inner}](https://a.example "${inner}")`,
  (inner: string) => `![${inner}](https://a.example/x.png "${inner}")`,
  (inner: string) => `\`${inner}\`\n\n\`\`\`html" onload="alert(1)\n${inner}\n\`\`\``,
  (inner: string) => `Claim[^${inner.slice(0, 3)}] and[^1].\n\n[^1]: ${inner}\n[^${inner.slice(0, 3)}]: ${inner}`,
  (inner: string) => `- [x] **${inner}**\n- [ ] ~~*${inner}*~~\n\n${inner}`,
];
const links = [
  (to: string) => `[press](${to})`,
  (to: string) => `[press](<${to}>)`,
  (to: string) => `<${to}>`,
  (to: string) => `[press][1]\n\n[1]: ${to}`,
  (to: string) => `[press][1]\n\n[1]: <${to}> "title"`,
  (to: string) => `![press](${to})`,
  (to: string) => `[![press](${to})](${to})`,
  (to: string) => `${to} www.${to} a@${to}`,
];
const hostile = [
  ...acts.flatMap((inner) => frames.map((frame) => frame(inner))),
  ...addresses.flatMap((to) => links.map((link) => link(to))),
];

const tag =
  /<\/?(p|br|hr|h[2-6]|blockquote|pre|code|em|strong|del|a|sup|ul|ol|li|div|table|thead|tbody|tr|th|td|section)((?: (?:href|aria-label|rel|id|start|class|tabindex|align)="[^"<>]*")*)>/g;
const entities: Record<string, string> = { '&#x26;': '&', '&#x22;': '"', '&#x27;': "'", '&#x3C;': '<', '&#x60;': '`' };

/** Takes every tag that may be there out of the HTML, after a look at its attributes; no other may be left. */
function expectHarmless(html: string) {
  const rest = html.replaceAll(tag, (_, _name, attributes: string) => {
    for (const [, name, value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
      const text = value.replaceAll(/&#x\w+;/g, (entity) => entities[entity] ?? entity);
      if (name === 'href') expect(text).toMatch(/^(https?:|mailto:|tel:|[^:]*$|[^:]*[/?#])/i);
      if (name === 'id') expect(text).toMatch(/^user-content-/);
      if (name === 'class') expect(text).toBe('wide');
      if (name === 'rel') expect(text).toBe('nofollow noopener ugc');
    }
    return '';
  });
  expect(rest).not.toContain('<');
}

test(`${hostile.length} hostile texts leave nothing that runs, is fetched, or takes a name of the page's`, () => {
  expect(hostile.length).toBeGreaterThan(400);
  for (const source of hostile) expectHarmless(readMarkdown(source).body);
});

test('the look for harm finds it', () => {
  for (const html of ['<script>', '<p onclick="x">', '<a href="javascript:x">', '<p id="root">', '<img src="x">'])
    expect(() => expectHarmless(html), html).toThrow(/expected/);
});

describe('what is written', () => {
  test.each([
    ['*a* **b** ~~c~~ `d`', '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>'],
    ['# One\n### Two\n# Three', '<h2>One</h2>\n<h3>Two</h3>\n<h2>Three</h2>'],
    ['###### One', '<h2>One</h2>'],
    ['![A cat](https://a.example/cat.png)', '<p>A cat</p>'],
    ['[x](https://a.example)', '<p><a href="https://a.example" rel="nofollow noopener ugc">x</a></p>'],
    ['- [x] a\n- [ ] b', '<ul>\n<li>☑ a</li>\n<li>☐ b</li>\n</ul>'],
    ['a <b>c</b> 3 < 4', '<p>a c 3 &#x3C; 4</p>'],
    ['', ''],
  ])('%j stands as %j', (source, html) => {
    expect(readMarkdown(source).body).toBe(html);
  });

  test.each([
    '/logout',
    '/logout/',
    '/Logout?x=1#y',
    '../logout',
    '/blog/../logout',
    '/blog/%2e%2e/logout',
    '/%6cogout',
    '/%4cogout',
    '//site.example/logout',
    'https://site.example/logout/',
    'http:/logout',
    'https:/logout',
    '/blog/del/7',
    'del/7',
    './del/7?a=b',
    '../del/7',
    '../blog/del/7/',
    '/blog//del/7',
    '/BLOG/DEL/7',
    '/blog%2fdel%2f7',
    '/blog/%64el/7%ff',
    '//site.example/blog/del/7',
    'https://site.example:3000/a/../blog/del/7',
    '/blog/del/%37',
    '/blog/d&#101;l/7',
  ])('a link to a page that acts when it is opened is words alone: %s', (to) => {
    const { body, words } = readMarkdown(`[press](<${to}>) and [this][1].\n\n[1]: <${to}>`);
    expect([body, words]).toEqual(['<p>press and this.</p>', 'press and this.']);
  });

  test.each([
    '/blog/7',
    '/blog',
    '/help',
    '7',
    '/search?q=logout',
    'https://a.example/x#logout',
    '/blog/delta',
    '#end',
  ])('a link that only leads somewhere stays: %s', (to) =>
    expect(readMarkdown(`[press](${to})`).body).toContain(` href="${to}"`),
  );

  test('a table has a frame to be moved in, and a footnote leads there and back', () => {
    expect(readMarkdown('|a|\n|-|\n|1|').body).toMatch(/^<div class="wide" tabindex="0"><table>/);
    const html = readMarkdown('Claim[^a].\n\n[^a]: Source').body;
    expect(html).toContain('<a href="#user-content-fn-a" id="user-content-fnref-a">1</a>');
    expect(html).toContain('<li id="user-content-fn-a">');
  });

  test('quotes and lists are not nested without end', () => {
    for (const source of ['>'.repeat(20_000), '- '.repeat(10_000), '1. > '.repeat(4000)])
      expect(readMarkdown(source).body.length).toBeLessThan(2000);
  });
});

test.each([
  ['# Hi\n\nA *b* [c](https://d.example) `e`\nf', 'Hi A b c e f'],
  ['- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |', 'one two'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
  ['<script>alert(1)</script>\n\nText[^1] ![picture](x)\n\n[^1]: note', 'Text picture'],
  ['  \n ', ''],
])('the words of %j are %j', (source, words) => {
  expect(readMarkdown(source).words).toBe(words);
});
