interface WasmMemory {
  buffer: ArrayBuffer;
  grow(pages: number): number;
}

export const mostBytes = 256 * 1024 * 1024;

// Limits of a thread do not hold for the memory of WebAssembly, and MuPDF brings its memory along: this is the one place where it can be
// refused more. A PDF that asks for more is then refused by MuPDF. `fuzz.test.ts` fails where MuPDF grows its memory in another way.
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } }).WebAssembly;
const grow = Memory.prototype.grow;
Memory.prototype.grow = function (this: WasmMemory, pages: number) {
  if (this.buffer.byteLength + pages * 65_536 > mostBytes) throw new RangeError('A PDF takes too much memory.');
  return grow.call(this, pages);
};
