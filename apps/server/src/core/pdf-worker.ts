import { parentPort } from 'node:worker_threads';

// The thread of pdf.ts: takes one PDF at a time, and answers with the one written anew or with what is wrong with it.

const mostBytes = 256 * 1024 * 1024;

interface WasmMemory {
  buffer: ArrayBuffer;
  grow(pages: number): number;
}

// Limits of a thread do not hold for the memory of WebAssembly: a PDF that asks for more is refused by the library.
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } }).WebAssembly;
const grow = Memory.prototype.grow;
Memory.prototype.grow = function (this: WasmMemory, pages: number) {
  if (this.buffer.byteLength + pages * 65_536 > mostBytes) throw new RangeError('A PDF takes too much memory.');
  return grow.call(this, pages);
};
const { cleanPdf } = await import('./clean-pdf.ts');

parentPort?.on('message', (data: Uint8Array) => {
  const made = cleanPdf(data);
  parentPort?.postMessage(made, typeof made === 'string' ? [] : [made.buffer as ArrayBuffer]);
});
parentPort?.postMessage('ready');
