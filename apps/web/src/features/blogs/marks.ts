/** A mark of Markdown: around some words, or before each line. */
export type Mark = { around: readonly [string, string] } | { line: string };

interface Selection {
  value: string;
  selectionStart: number;
  selectionEnd: number;
}

/** The text that replaces `start` to `end` so that the selection has the mark, and what to select afterwards. */
export function surrounded({ value, selectionStart, selectionEnd }: Selection, mark: Mark) {
  if ('around' in mark) {
    const [before, after] = mark.around;
    const words = value.slice(selectionStart, selectionEnd);
    const select: [number, number] = [selectionStart + before.length, selectionEnd + before.length];
    return { start: selectionStart, end: selectionEnd, text: `${before}${words}${after}`, select };
  }
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const text = value.slice(start, selectionEnd).replaceAll(/^/gm, mark.line);
  const last = start + text.length;
  return { start, end: selectionEnd, text, select: [last, last] as [number, number] };
}
