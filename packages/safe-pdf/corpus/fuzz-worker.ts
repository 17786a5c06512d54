import { parentPort } from 'node:worker_threads';
import { cleanPdf } from '../src/safe-pdf.ts';
import { harmlessPdfs } from './harmless.ts';

// The thread of fuzz.test.ts: one that hangs can be ended from outside.

/** What became of one file, and of the library after it. */
export interface Outcome {
  /** The file written anew, why it cannot be, or what was thrown. */
  made: Uint8Array | string;
  /** Whether what is written anew is the same once more. */
  settled: boolean;
  /** Whether a harmless file is still written as before. */
  sound: boolean;
  /** The most memory that WebAssembly had so far; 0 where it never grew. */
  wasmBytes: number;
}

interface WasmMemory {
  buffer: ArrayBuffer;
}
const { prototype } = (
  globalThis as unknown as { WebAssembly: { Memory: { prototype: { grow(this: WasmMemory, pages: number): number } } } }
).WebAssembly.Memory;
const { grow } = prototype;
let wasmBytes = 0;
prototype.grow = function (pages) {
  const before = grow.call(this, pages);
  wasmBytes = Math.max(wasmBytes, this.buffer.byteLength);
  return before;
};

const harmless = harmlessPdfs['a page of text'] as Buffer;
const expected = Buffer.from(cleanPdf(harmless));

function outcomeOf(data: Uint8Array): Outcome {
  let made: Uint8Array | string;
  let settled = true;
  try {
    made = cleanPdf(data);
    if (typeof made !== 'string') settled = Buffer.from(cleanPdf(made)).equals(made);
  } catch (error) {
    made = `threw ${String(error)}`;
  }
  return { made, settled, sound: Buffer.from(cleanPdf(harmless)).equals(expected), wasmBytes };
}

parentPort?.on('message', (data: Uint8Array) => parentPort?.postMessage(outcomeOf(data)));
