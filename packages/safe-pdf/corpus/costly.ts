import { deflateSync } from 'node:zlib';
import { pdfStream, rawPdf } from './write-pdf.ts';

const packed = (content: string) => pdfStream(deflateSync(content), '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode');

/** PDFs that are made to take long or much memory to read. */
export function costlyPdfs(): { name: string; data: Buffer }[] {
  const eight = (filling: string) =>
    Array.from({ length: 8 }, () => packed(filling.repeat((8 * 1024 * 1024) / filling.length)));
  const files: Record<string, Buffer> = {
    'eight packed objects of 8 MB of names': rawPdf({ objects: eight('/a') }),
    'eight packed objects of 8 MB of blanks': rawPdf({ objects: eight(' ') }),
    'nine times 8 MB': rawPdf({ objects: [...eight('/a'), packed('/a'.repeat(4 * 1024 * 1024))] }),
    'a page of a hundred thousand parts': rawPdf({
      page: `/Contents [${'4 0 R '.repeat(100_000)}]`,
      objects: [pdfStream('q Q')],
    }),
    'lists in lists': rawPdf({ catalog: `/Lang ${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
    'dictionaries in dictionaries': rawPdf({ catalog: `/Outlines ${'<< /A '.repeat(50_000)}1${'>> '.repeat(50_000)}` }),
    'a hundred thousand objects': rawPdf({ objects: Array.from({ length: 100_000 }, (_, n) => `<< /A ${n} >>`) }),
    'a table of eight million objects': Buffer.from(
      rawPdf().toString('latin1').replace('/Size 4', '/Size 8388607'),
      'latin1',
    ),
    'a text of 10 MB': rawPdf({ page: '/Contents 4 0 R', objects: [pdfStream(Buffer.alloc(10_000_000, 'q Q '))] }),
  };
  return Object.entries(files).map(([name, data]) => ({ name: `a PDF of ${name}`, data }));
}
