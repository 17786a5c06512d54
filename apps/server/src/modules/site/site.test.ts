import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pages } from '@carecommons/contract/pages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { documentOf } from './documents.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({
    CONTACT_EMAIL: 'first_last*@clinic.example',
    CONTACT_PHONE: '+91 (80) [1]',
    EMERGENCY_NUMBER: '911',
  });
});
afterAll(() => t.close());

describe('the long texts', () => {
  test.each([
    ['about', 'About Carecommons'],
    ['privacy', 'Privacy'],
    ['terms', 'Terms'],
    ['accessibility', 'Accessibility'],
  ])('%s is there for everybody, with what is set for this installation', async (name, title) => {
    const { status, body, text } = await t.call(`GET /documents/${name}/`);
    expect([status, body.title]).toEqual([200, title]);
    expect(body.lead).toMatch(/^<p>.+<\/p>\n?$/);
    expect(body.parts.length).toBeGreaterThan(2);
    expect(new Set(body.parts.map(({ id }: { id: string }) => id)).size).toBe(body.parts.length);
    expect(text).not.toMatch(/\{\w+\}/);
    const ways = /privacy|accessibility/.test(name)
      ? ['+91\u00A0(80)\u00A0[1]', 'mailto:first_last*@clinic.example']
      : ['tel:911'];
    for (const way of ways) expect(text).toContain(way);
  });

  test.each(['about', 'privacy', 'terms', 'accessibility'])(
    '%s is there in Hindi with the same parts, in English for other languages',
    async (name) => {
      const [english, hindi, tamil] = await Promise.all(
        ['', '?language=hi', '?language=ta'].map(
          async (query) => (await t.call(`GET /documents/${name}/${query}`)).body,
        ),
      );
      expect([english.language, hindi.language, tamil.language]).toEqual(['en', 'hi', 'en']);
      expect(tamil).toEqual(english);
      expect(hindi.title).toMatch(/[\u0900-\u097f]/);
      expect(hindi.parts.length).toBe(english.parts.length);
      const shape = ({ parts }: { parts: { html: string }[] }) =>
        parts.map(({ html }) => [...html.matchAll(/<(?:li|strong)>|href="[^"]*"/g)].map(([mark]) => mark).toSorted());
      expect(shape(hindi)).toEqual(shape(english));
    },
  );

  test('what is set means nothing to Markdown', async () => {
    const { body } = await t.call('GET /documents/privacy/');
    expect(body.parts[0].html).toContain('<a href="mailto:first_last*@clinic.example">first_last*@clinic.example</a>');
  });

  test('are the operator’s where there are some, without anything that runs', async () => {
    const folder = join(t.config.dataDir, 'pages');
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'terms.md'),
      '# Our *rules*\n\nWrite to {contact_email}.\n\n## नियम\n\nSo: <script>alert(1)</script>[a](javascript:alert(1)) **b**\n\n## नियम\n',
    );
    // What was made of the file before is good for a second.
    await expect
      .poll(async () => (await t.call('GET /documents/terms/')).body.title, { timeout: 3000 })
      .toBe('Our rules');
    const { body } = await t.call('GET /documents/terms/');
    expect(body.lead).toBe('<p>Write to first_last*@clinic.example.</p>');
    expect(body.parts).toEqual([
      { id: 'नियम', title: 'नियम', html: expect.stringMatching(/^<p>.*<a>a<\/a> <strong>b<\/strong><\/p>$/) },
      { id: 'नियम-2', title: 'नियम', html: '' },
    ]);
    expect(body.parts[0].html).not.toMatch(/script/);
    // For every language, unless there is one for it.
    await expect
      .poll(async () => (await t.call('GET /documents/terms/?language=hi')).body, { timeout: 3000 })
      .toMatchObject({ title: 'Our rules', language: 'hi' });
    await writeFile(join(folder, 'terms.hi.md'), '# हमारे नियम\n');
    await expect
      .poll(async () => (await t.call('GET /documents/terms/?language=hi')).body.title, { timeout: 3000 })
      .toBe('हमारे नियम');
    await rm(folder, { recursive: true });
  });

  test('no other file is read', async () => {
    expect((await t.call('GET /documents/terms/?language=../../x')).status).toBe(400);
    for (const name of ['secret', '..%2Fsecret', 'Privacy', '']) {
      const { status } = await t.call(`GET /documents/${name}/`);
      expect([name, [400, 404].includes(status)]).toEqual([name, true]);
    }
  });
});

test.each([
  ['', { title: '', lead: '', parts: [] }],
  ['Only words.', { title: '', lead: '<p>Only words.</p>', parts: [] }],
  ['\r\n# A\r\n## B\r\nc', { title: 'A', lead: '', parts: [{ id: 'b', title: 'B', html: '<p>c</p>' }] }],
  ['# A \\* `b`\n\n```\n## no part\n```', { title: 'A * b', lead: expect.stringContaining('## no part'), parts: [] }],
  ['## !\nx', { title: '', lead: '', parts: [{ id: 'part', title: '!', html: '<p>x</p>' }] }],
])('%j is cut into its parts', (source, parts) => {
  expect(documentOf(source)).toEqual(parts);
});

describe('for search engines', () => {
  test('robots.txt names what is guarded, and no public page', async () => {
    const { status, headers, text } = await t.call('GET /robots.txt', { headers: { host: 'localhost:8080' } });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('\nSitemap: http://localhost:8080/sitemap.xml\n');
    const rules = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = '']) => rule);
    const hits = (path: string) =>
      rules.some((rule) => (rule.endsWith('$') ? `${path}$` === rule : path.startsWith(rule)));
    for (const [path, access] of Object.entries(pages)) {
      expect([path, hits(path.replaceAll(/:\w+/g, '7'))]).toEqual([path, access === 'guarded']);
    }
  });

  test('sitemap.xml names every public page and every speciality, by the address that was asked', async () => {
    const { status, headers, text } = await t.call('GET /sitemap.xml', { headers: { host: 'localhost' } });
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    const found = [...text.matchAll(/<loc>http:\/\/localhost(.*?)<\/loc>/g)].map(([, path]) => path);
    expect(found).toEqual(expect.arrayContaining(['/', '/about', '/help', '/blog', '/providers', '/all/1', '/all/36']));
    expect(found).not.toContain('/login');
    expect(found.filter((path) => path?.includes(':'))).toEqual([]);
    expect(text.match(/<url>/g)).toHaveLength(found.length);
  });

  test('the address that is set comes before the one that was asked, and none is made up', async () => {
    const host = 'a"><b>';
    expect((await t.call('GET /sitemap.xml', { headers: { host } })).status).toBe(403);
    const other = await testApp({ PUBLIC_URL: 'https://care.example.org/' });
    const { text } = await other.call('GET /sitemap.xml', { headers: { host } });
    expect(text).toContain('<loc>https://care.example.org/about</loc>');
    await other.close();
  });
});
