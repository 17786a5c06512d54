const everyMs = 3000;
const drawMs = 100;
const width = 24;
// Before, what is left cannot be told from what is done.
const tellableMs = 5000;

export type Progress = ReturnType<typeof openProgress>;

/** Tells on a stream how far something long has come, and how long it may take yet: a bar on a terminal, else a line every few seconds. */
export function openProgress(to: { isTTY?: boolean; write(text: string): unknown }) {
  const bar = to.isTTY === true;
  let [what, done, total, began, printedAt] = ['', 0, 0, performance.now(), performance.now()];

  function print() {
    // What is estimated is not all there before it is over.
    const share = total === 0 ? 0 : Math.min(done / total, 0.99);
    const percent = `${Math.floor(share * 100)} %`.padStart(5);
    const full = Math.floor(share * width);
    to.write(
      bar
        ? `\r[${'#'.repeat(full)}${'.'.repeat(width - full)}]${percent}  ${what}${left(share)}\u001B[K`
        : `${what}:${percent}${left(share)}\n`,
    );
    printedAt = performance.now();
  }

  function left(share: number) {
    const took = performance.now() - began;
    if (share === 0 || took < tellableMs) return '';
    const seconds = Math.ceil((took / share - took) / 1000);
    return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
  }

  return {
    /** What is done now, and of how many steps it is. */
    begin(next: string, of: number) {
      [what, done, total, began] = [next, 0, of, performance.now()];
      if (bar) print();
    },
    step(by: number) {
      done += by;
      if (performance.now() - printedAt >= (bar ? drawMs : everyMs)) print();
    },
    end() {
      if (bar) to.write('\r\u001B[K');
    },
  };
}
