/** Rewritten PDFs without active or hidden content, in limited memory. */
import './memory-limit.ts';

export { cleanPdf, type PdfFault } from './clean-pdf.ts';
