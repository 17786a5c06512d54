import { deflateSync } from 'node:zlib';
import { pdfStream, rawPdf } from './write-pdf.ts';

/** Small PDFs as they are written every day, by what they hold. */
export const harmlessPdfs: Record<string, Buffer> = {
  'an empty page': rawPdf(),
  'a page of text': rawPdf({
    page: '/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>',
    objects: [
      pdfStream('BT /F 12 Tf 40 200 Td (Haemoglobin 13.2) Tj ET'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ],
  }),
  'a packed page': rawPdf({
    page: '/Contents 4 0 R',
    objects: [pdfStream(deflateSync('0 0.5 0 rg 100 100 100 100 re f'), '/Filter /FlateDecode')],
  }),
  'links, a field and an outline': rawPdf({
    catalog: '/AcroForm << /Fields [5 0 R] >> /Outlines 6 0 R /Lang (en)',
    page: '/Annots [4 0 R 5 0 R]',
    objects: [
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://lab.example/) >> >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (note) /V (Please come again) /Rect [0 0 80 20] >>',
      '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
      '<< /Title (Blood count) /Parent 6 0 R /Dest [3 0 R /Fit] >>',
    ],
  }),
  'a picture': rawPdf({
    page: '/Contents 5 0 R /Resources << /XObject << /A 4 0 R >> >>',
    objects: [
      pdfStream(
        Buffer.alloc(12, 200),
        '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8',
      ),
      pdfStream('100 0 0 100 50 50 cm /A Do'),
    ],
  }),
};
