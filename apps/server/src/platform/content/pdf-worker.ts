import { parentPort } from 'node:worker_threads';
import { cleanPdf } from '@carecommons/safe-pdf';

// The thread of pdf.ts: takes one PDF at a time, and answers with the one written anew or with what is wrong with it.

parentPort?.on('message', (data: Uint8Array) => {
  const made = cleanPdf(data);
  parentPort?.postMessage(made, typeof made === 'string' ? [] : [made.buffer as ArrayBuffer]);
});
parentPort?.postMessage('ready');
