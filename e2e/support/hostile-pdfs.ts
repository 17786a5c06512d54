import { pdfStream, rawPdf as pdf } from '@carecommons/safe-pdf/corpus/write-pdf';

// The server rejects all of these. They stand for one that it might fail to recognise some day.

const script = '<< /S /JavaScript /JS (app.alert\\(1\\); app.launchURL\\("https://elsewhere.example"\\)) >>';
const green = pdfStream('0 0.5 0 rg 100 100 100 100 re f');
const onPage = (annotation: string) => `/Contents 4 0 R /Annots [<< /Type /Annot /Rect [0 0 300 300] ${annotation} >>]`;
const doing = (action: string) =>
  pdf({ catalog: `/OpenAction ${action}`, page: onPage(`/Subtype /Link /A ${action}`), objects: [green] });

/** PDFs that act when opened or clicked, by what they try to do. */
export const acting: Record<string, Buffer> = {
  'run a script': doing(script),
  'run a script with its names': pdf({
    catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>`,
    page: `/Contents 4 0 R /AA << /O ${script} >>`,
    objects: [green],
  }),
  'start a program': doing('<< /S /Launch /F (cmd.exe) >>'),
  'open an address': doing('<< /S /URI /URI (https://elsewhere.example/) >>'),
  'open another file': doing('<< /S /GoToR /F (https://elsewhere.example/a.pdf) >>'),
  'send a form': doing('<< /S /SubmitForm /F (https://elsewhere.example/) >>'),
  'be a form that reckons': pdf({
    catalog: '/AcroForm << /Fields [5 0 R] /CO [5 0 R] /NeedAppearances true >>',
    page: '/Contents 4 0 R /Annots [5 0 R]',
    objects: [
      green,
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 80 20] /AA << /C ${script} /K ${script} >> >>`,
    ],
  }),
  'be a form of XML': pdf({
    catalog: '/AcroForm << /Fields [] /XFA 5 0 R >>',
    page: '/Contents 4 0 R',
    objects: [
      green,
      pdfStream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>app.alert(1)</script></xdp:xdp>'),
    ],
  }),
  'bring a film': doing('<< /S /Rendition /OP 0 /R << /S /MR /C << /S /MCD /D (https://elsewhere.example/) >> >> >>'),
};

const key = `<${'5e'.repeat(32)}>`;
const whole = doing('<< /S /Named /N /Print >>');

/** PDFs that cannot be rendered, by the reason. */
export const unshown: Record<string, Buffer> = {
  'a password': pdf({
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>]`,
  }),
  'a lock that nobody knows': pdf({ trailer: '/Encrypt << /Filter /Nobody /V 9 >>' }),
  'cut off in its first page': whole.subarray(0, 150),
  'a header alone': Buffer.from('%PDF-1.7\nnothing more'),
  zeros: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000)]),
};
