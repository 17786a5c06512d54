import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { reportWith } from '../../../../test/records.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { PdfView } from './pdf-view.tsx';
import { Preview } from './preview.tsx';

const file = 'GET /files/records/:record_id/';
const link = '/files/records/7/?token=abc';

/** A PDF with a page for each text, or without a text for an empty one. */
function pdfOf(texts: readonly string[]) {
  const kids = texts.map((_, at) => `${at * 2 + 4} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, at) => {
      const drawing = text === '' ? '10 10 80 80 re f' : `BT /F1 20 Tf 20 150 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${at * 2 + 5} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF`;
  return new Blob([pdf], { type: 'application/pdf' });
}

const pages = Array.from({ length: 12 }, (_, at) => `Text ${at + 1}`);

async function shown(texts: readonly string[] = pages) {
  server.send(file, pdfOf(texts));
  await page.viewport(800, 600);
  const screen = await show(<PdfView link={link} name="Preview of Blood count" />);
  const reader = screen.getByRole('region', { name: 'Preview of Blood count' });
  await expect.element(reader).toBeVisible();
  return {
    screen,
    reader: reader.element(),
    pageAt: (n: number) => screen.getByRole('group', { name: new RegExp(`^Page ${n} of`) }),
  };
}
const isDrawn = (group: Element) => group.querySelector('canvas')?.dataset.drawn !== undefined;

test('each page is drawn with its text over it; the reader sees which one it is', async () => {
  const { screen, pageAt } = await shown(pages.slice(0, 2));
  await expect.element(screen.getByText('Text 1')).toBeInTheDocument();
  await expect.poll(() => isDrawn(pageAt(1).element())).toBe(true);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Page 1 of 2');
  expect(server.asked(file).map(({ params, query }) => [params, query])).toEqual([
    [{ record_id: '7' }, { token: 'abc' }],
  ]);
});

test('only the pages around where one is are drawn, and those far away hold no memory', async () => {
  const { screen, reader, pageAt } = await shown();
  await expect.poll(() => isDrawn(pageAt(1).element())).toBe(true);
  expect(isDrawn(pageAt(12).element())).toBe(false);
  reader.scrollTop = reader.scrollHeight;
  await expect.poll(() => isDrawn(pageAt(12).element())).toBe(true);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Page 12 of 12');
  await expect.poll(() => pageAt(1).element().querySelector('canvas')?.width).toBe(0);
  expect(screen.getByText('Text 1', { exact: true }).elements()).toEqual([]);
});

test('zooming makes the pages larger in steps, up to a limit, and stays at the same page', async () => {
  const { screen, reader, pageAt } = await shown();
  const width = () => Math.round(pageAt(1).element().getBoundingClientRect().width);
  const [smaller, larger] = ['Zoom out', 'Zoom in'].map((name) => screen.getByRole('button', { name }));
  const whole = width();
  expect(whole).toBe(reader.clientWidth - 16);
  await expect.element(smaller!).toHaveAttribute('aria-disabled', 'true');
  reader.scrollTop = whole * 5;
  await expect.element(screen.getByRole('status')).toHaveTextContent('Page 6 of 12');
  const sizes = [];
  for (let press = 0; press < 4; press++) {
    await larger!.click();
    sizes.push(Number((width() / whole).toFixed(2)));
    await expect.element(screen.getByRole('status')).toHaveTextContent('Page 6 of 12');
  }
  expect(sizes).toEqual([1.25, 1.5, 2, 3]);
  await expect.element(larger!).toHaveAttribute('aria-disabled', 'true');
  await smaller!.click();
  expect(width()).toBe(whole * 2);
});

test('a page that is a picture says that it has no text', async () => {
  const { screen } = await shown(['Text 1', '']);
  await expect.element(screen.getByText('This page is a picture, so it has no text to read out.')).toBeInTheDocument();
  expect(screen.getByText(/is a picture/).elements()).toHaveLength(1);
});

test.for([
  ['is no PDF', () => server.send(file, new Blob(['Hello'])), /^This PDF cannot be shown here/],
  [
    'has more pages than anybody reads',
    () => server.send(file, pdfOf(Array.from({ length: 1001 }, () => 'x'))),
    /^This PDF cannot/,
  ],
  ['is refused', () => server.refuse(file, 'not_found'), /^The report could not be loaded\./],
  ['is lost on its way', () => server.lose(file), /^The report could not be loaded\./],
] as const)('a file that %s is said to be so', async ([, answer, message]) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answer();
  const screen = await show(<PdfView link={link} name="Preview" />);
  await expect.element(screen.getByRole('alert').getByText(message)).toBeVisible();
});

const preview = { name: 'Preview of Blood count' };

/** A report whose link is renewed at a press, as a list does by itself. */
function Renewed() {
  const [report, setReport] = useState(link);
  return (
    <>
      <button type="button" onClick={() => setReport('/files/records/7/?token=renewed')}>
        Renew
      </button>
      <Preview record={reportWith({ report })} />
    </>
  );
}

test('a report is fetched at a press alone, by the link of that moment, and hidden at another', async () => {
  server.send(file, pdfOf(['Text 1']));
  const screen = await show(<Renewed />);
  expect(server.asked(file)).toEqual([]);
  await screen.getByRole('button', preview).click();
  await expect.element(screen.getByText('Text 1')).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Renew' }).click();
  const hide = screen.getByRole('button', { name: 'Hide: Blood count' });
  await expect.element(hide).toHaveAttribute('aria-expanded', 'true');
  await hide.click();
  await expect.element(screen.getByText('Text 1')).not.toBeInTheDocument();
  expect(server.asked(file)).toHaveLength(1);
});

test('a picture that cannot be shown says so, and is tried again after it was hidden', async () => {
  const screen = await show(
    <Preview record={reportWith({ media_type: 'image/png', report: 'data:image/png,none' })} />,
  );
  await screen.getByRole('button', preview).click();
  await expect.element(screen.getByText('It could not be shown. Please hide it and try again.')).toBeVisible();
  expect(screen.getByRole('img').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Hide: Blood count' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('what may not be read has no preview', async () => {
  const screen = await show(<Preview record={reportWith({ report: null })} />);
  expect(screen.getByRole('button').elements()).toEqual([]);
});
