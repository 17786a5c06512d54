import { randomBytes } from 'node:crypto';
import { cleanPdf } from '../src/core/clean-pdf.ts';

interface PdfParts {
  /** Objects beyond catalog, pages and page, numbered from 4 on; text or bytes. */
  objects?: (string | Buffer)[];
  /** What else the catalog says. */
  catalog?: string;
  /** What else the page says. */
  page?: string;
  /** What else the trailer says. */
  trailer?: string;
  before?: string | Buffer;
  /** Between the header and the first object. */
  comment?: string;
  after?: string | Buffer;
}

/** A whole PDF with one empty page and what else it is told to hold, as somebody may have written it by hand. */
export function rawPdf({
  objects = [],
  catalog = '',
  page = '',
  trailer = '',
  before = '',
  comment = '',
  after = '',
}: PdfParts = {}) {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] ${page} >>`,
    ...objects,
  ];
  const parts = [Buffer.from(before), Buffer.from(`%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n${comment}`, 'latin1')];
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  const offsets = all.map((object, index) => {
    const at = length;
    const written = [Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n')];
    parts.push(...written);
    length += written.reduce((sum, part) => sum + part.length, 0);
    return at;
  });
  const table = length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(`xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}`),
    Buffer.from(`trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`),
    Buffer.from(after),
  );
  return Buffer.concat(parts);
}

/** A stream object of a PDF. */
export function pdfStream(data: string | Buffer, dictionary = '') {
  const bytes = Buffer.from(data as string);
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF with one page, in the form in which uploads are kept; `holds` stands in its bytes as it is, in a picture. */
export function pdf({ holds }: { holds?: string | Buffer } = {}) {
  const picture = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8';
  const made = cleanPdf(
    holds === undefined
      ? rawPdf()
      : rawPdf({
          page: '/Resources << /XObject << /A 4 0 R >> >>',
          objects: [pdfStream(holds, `${picture} /Filter /DCTDecode`)],
        }),
  );
  if (typeof made === 'string') throw new Error(`A PDF for tests is ${made}.`);
  return Buffer.from(made);
}

/** A PDF of exactly so many bytes in the form in which uploads are kept, most of them of a picture. */
export function pdfOfSize(bytes: number) {
  let content = bytes - 1000;
  // What says where everything lies is compressed, and now and then a byte longer.
  for (let made = Buffer.alloc(0); ; content += bytes - made.length) {
    made = pdf({ holds: randomBytes(content) });
    if (made.length === bytes) return made;
  }
}

interface Part {
  name: string;
  /** With a file name, even an empty one, it is a file. */
  fileName?: string;
  type?: string;
  data: string | Buffer;
  /** The whole header of the part, where it is to be wrong. */
  disposition?: string;
}

/** A form as a browser sends it: the payload, and the header that goes with it. */
export function formOf(parts: Part[], boundary = `----form${randomBytes(8).toString('hex')}`) {
  const chunks = parts.flatMap(({ name, fileName, type, data, disposition }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const said = disposition ?? `form-data; name="${name}"${file}`;
    const typed = fileName === undefined ? '' : `\r\nContent-Type: ${type ?? 'application/pdf'}`;
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: ${said}${typed}\r\n\r\n`),
      Buffer.from(data as string),
      Buffer.from('\r\n'),
    ];
  });
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** A form with one file in the field `report`, and texts beside it. */
export function reportForm(data: Buffer, texts: Record<string, string> = {}, fileName = 'report.pdf') {
  const fields = Object.entries(texts).map(([name, value]) => ({ name, data: value }));
  return formOf([...fields, { name: 'report', fileName, data }]);
}
