import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist';
// The build makes an address of it.
// oxlint-disable-next-line import/default
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { startWorker } from '../../../components/trusted-html.tsx';

export type { PDFDocumentProxy as Pdf } from 'pdfjs-dist';

/**
 * Opens a PDF to be drawn. It is read in a worker with a policy of its own. What stands in it and acts, such as scripts, forms and
 * links, does nothing: there is nothing here that would run or follow it. Throws where it is no PDF, is broken or has a password.
 */
export async function openPdf(data: ArrayBuffer): Promise<{ pdf: PDFDocumentProxy; close: () => void }> {
  const thread = startWorker(workerAddress);
  const worker = PDFWorker.create({ port: thread });
  const close = () => {
    worker.destroy();
    thread.terminate();
  };
  try {
    const pdf = await getDocument({
      data,
      worker,
      // Decoders of scanned pictures; the fonts that every reader has are those of the system.
      wasmUrl: import.meta.env.PDF_DECODERS,
      useWorkerFetch: true,
      enableXfa: false,
      // A picture of more than this would take the memory of a phone: it is left out.
      maxImageSize: 64_000_000,
    }).promise;
    return { pdf, close };
  } catch (error) {
    close();
    throw error;
  }
}
