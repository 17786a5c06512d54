/** PDFs written anew, without what acts or hides, in memory that is limited. */
import './memory-limit.ts';

export { cleanPdf, type PdfFault } from './clean-pdf.ts';
