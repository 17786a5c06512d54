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
