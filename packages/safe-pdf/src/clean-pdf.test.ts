import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { acting } from '../../../e2e/support/hostile-pdfs.ts';
import { hostilePdfs, unreadable } from '../corpus/hostile.ts';
import { foundByPdfJs, foundByQpdf, hasQpdf } from '../corpus/other-parsers.ts';
import { pdfStream, rawPdf } from '../corpus/write-pdf.ts';
import { cleanPdf } from './safe-pdf.ts';

function cleaned(data: Uint8Array): Buffer {
  const made = cleanPdf(data);
  if (typeof made === 'string') throw new Error(made);
  return Buffer.from(made);
}

const hostile = [...Object.entries(hostilePdfs).filter(([name]) => !unreadable.test(name)), ...Object.entries(acting)];

describe('what acts or hides is gone, by what other parsers find', () => {
  test('they find it in what came', async () => {
    const found = await Promise.all(hostile.map(async ([, data]) => (await foundByPdfJs(data).catch(() => [])).length));
    expect(found.filter((count) => count > 0).length).toBeGreaterThan(10);
  });

  test.each(hostile)('%s', async (_, data) => {
    const made = cleaned(data);
    expect(await foundByPdfJs(made)).toEqual([]);
    if (hasQpdf) expect(foundByQpdf(made)).toEqual([]);
    expect(cleaned(made).equals(made)).toBe(true);
  });

  test('actions anywhere in the objects of a file, however they are written', async () => {
    const script = '/S /JavaScript /JS (app.alert\\(1\\))';
    const action = fc.constantFrom(
      `<< ${script} >>`,
      `<< /S /GoTo /D [3 0 R /Fit] /Next << ${script} >> >>`,
      `<< /S /J#61vaScript /J#53 <61> >>`,
      `<< /S /URI /URI (javascript:alert\\(1\\)) >>`,
      `<< /S /Launch /F (cmd.exe) >>`,
      '4 0 R',
      '5 0 R',
    );
    const key = fc.constantFrom(
      '/A',
      '/AA',
      '/OpenAction',
      '/PA',
      '/Next',
      '/#41#41',
      '/Names',
      '/Outlines',
      '/AcroForm',
      '/Annots',
    );
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        action,
        fc.tuple(key, tie('tree')).map(([name, value]) => `<< ${name} ${value} >>`),
        fc.array(tie('tree'), { maxLength: 3 }).map((all) => `[${all.join(' ')}]`),
        fc
          .tuple(key, tie('tree'))
          .map(([name, value]) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] ${name} ${value} >>`),
      ),
    }));
    const files = fc.record({
      ofCatalog: fc.tuple(key, tree),
      ofPage: fc.tuple(key, tree),
      annotations: fc.array(tree, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(files, async ({ ofCatalog, ofPage, annotations }) => {
        const made = cleanPdf(
          rawPdf({
            catalog: ofCatalog.join(' '),
            page: `${ofPage.join(' ')} /Annots [${annotations.join(' ')}]`,
            objects: [`<< ${script} >>`, pdfStream('MZ', '/Type /EmbeddedFile')],
          }),
        );
        if (typeof made === 'string') return;
        expect(await foundByPdfJs(made)).toEqual([]);
        expect(Buffer.from(made).toString('latin1')).not.toMatch(/javascript|launch/i);
      }),
      { numRuns: 200 },
    );
  });
});

/** A report as programs for offices write it: text in two fonts, a picture, a link, a form, two pages. */
async function ordinary() {
  const document = await PDFDocument.create();
  const [plain, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.TimesRomanBold),
  ];
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const image = await document.embedJpg(picture);
  for (const number of [1, 2]) {
    const page = document.addPage([420, 595]);
    page.drawText(`Page ${number}: haemoglobin 13.2`, { x: 40, y: 500, size: 14, font: plain });
    page.drawText('Within the range', { x: 40, y: 470, size: 12, font: bold });
    page.drawImage(image, { x: 40, y: 300 });
    const link = {
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [40, 460, 200, 490],
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://lab.example/') },
    };
    page.node.set(PDFName.of('Annots'), document.context.obj([link]));
  }
  const field = document.getForm().createTextField('note');
  field.setText('Please come again');
  field.addToPage(document.getPage(0), { x: 40, y: 100, width: 200, height: 20 });
  document.setTitle('Blood count');
  return document;
}

async function readBy(data: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(data), verbosity: 0 });
  const document = await task.promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const drawn = (await page.getOperatorList()).fnArray.length;
    const annotations = (await page.getAnnotations()).map(({ url, fieldName, fieldValue }) => ({
      url,
      fieldName,
      fieldValue,
    }));
    pages.push({ text: items.map((item) => ('str' in item ? item.str : '')).join(' '), drawn, annotations });
  }
  const { info } = await document.getMetadata();
  await task.destroy();
  return { pages, title: (info as { Title?: string }).Title };
}

/** The same file as qpdf writes it. */
function byQpdf(data: Uint8Array, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-qpdf-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), data);
    execFileSync('qpdf', [...options, join(folder, 'a.pdf'), join(folder, 'b.pdf')], { stdio: 'ignore' });
    return readFileSync(join(folder, 'b.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same file with another title in an update behind its end, as programs that fill forms write it. */
function updated(data: Buffer) {
  const text = data.toString('latin1');
  const [, info = ''] = /\/Info (\d+) 0 R/.exec(text) ?? [];
  const [, root = ''] = /\/Root (\d+) 0 R/.exec(text) ?? [];
  const [, before = ''] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text) ?? [];
  const size = Number(/\/Size (\d+)/.exec(text)?.[1]);
  const object = `${info} 0 obj\n<< /Title (Blood count, amended) >>\nendobj\n`;
  const row = `${String(data.length).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R /Prev ${before} >>\n`;
  const rest = `${object}xref\n${info} 1\n${row}${trailer}startxref\n${data.length + object.length}\n%%EOF\n`;
  return Buffer.concat([data, Buffer.from(rest, 'latin1')]);
}

describe('an ordinary PDF reads as before', () => {
  test.each([true, false])(
    'with text, fonts, pictures, links and a form; object streams: %s',
    async (useObjectStreams) => {
      const data = await (await ordinary()).save({ useObjectStreams });
      const [before, after] = [await readBy(data), await readBy(cleaned(data))];
      expect(before.pages).toHaveLength(2);
      expect(before.pages[0]?.annotations).toContainEqual(expect.objectContaining({ url: 'https://lab.example/' }));
      expect(after).toEqual(before);
    },
  );

  test('one that was changed by an update behind its end', async () => {
    const data = updated(Buffer.from(await (await ordinary()).save({ useObjectStreams: false })));
    const after = await readBy(cleaned(data));
    expect(after.title).toBe('Blood count, amended');
    expect(after.pages).toEqual((await readBy(data)).pages);
  });

  test.runIf(hasQpdf).each([['--linearize'], ['--object-streams=generate'], ['--qdf'], ['--compress-streams=n']])(
    'as qpdf writes it: %s',
    async (option) => {
      const data = byQpdf(await (await ordinary()).save(), option);
      const made = cleaned(data);
      expect(await readBy(made)).toEqual(await readBy(data));
      expect(foundByQpdf(made)).toEqual([]);
    },
  );

  test.each(['complete-blood-count', 'chest-x-ray', 'lipid-profile'])('the sample %s', async (name) => {
    const data = readFileSync(new URL(`../../../apps/web/public/samples/${name}.pdf`, import.meta.url));
    expect(await readBy(cleaned(data))).toEqual(await readBy(data));
  });
});

test('a signature that would no longer be true is taken away, and the page stays', async () => {
  const signature = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00> >>';
  const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /Rect [0 0 9 9] /V 4 0 R >>';
  const made = cleaned(
    rawPdf({
      catalog: '/AcroForm << /Fields [5 0 R] /SigFlags 3 >> /Perms << /DocMDP 4 0 R >>',
      page: '/Annots [5 0 R]',
      objects: [signature, field],
    }),
  );
  if (hasQpdf) expect(foundByQpdf(made)).toEqual([]);
  expect((await readBy(made)).pages).toHaveLength(1);
});

test('a script of a link is taken away, and a link to a page or to another site stays', async () => {
  const link = (uri: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${uri}) >> >>`;
  const made = cleaned(
    rawPdf({
      page: `/Annots [${link('https://a.example/')} ${link('javascript:alert\\(1\\)')} ${link('file:///etc/passwd')}]`,
    }),
  );
  const { pages } = await readBy(made);
  expect(pages[0]?.annotations.map(({ url }) => url)).toEqual(['https://a.example/', undefined, undefined]);
});
