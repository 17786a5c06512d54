interface WasmMemory {
  buffer: ArrayBuffer;
  grow(pages: number): number;
}

export const mostBytes = 256 * 1024 * 1024;

// The limits of a worker thread do not include WebAssembly memory, and MuPDF brings its own memory. This is the only
// place where more memory can be refused; MuPDF then refuses the PDF. `fuzz.test.ts` fails if MuPDF grows its memory in
// another way.
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } }).WebAssembly;
const grow = Memory.prototype.grow;
Memory.prototype.grow = function (this: WasmMemory, pages: number) {
  if (this.buffer.byteLength + pages * 65_536 > mostBytes) throw new RangeError('A PDF takes too much memory.');
  return grow.call(this, pages);
};
