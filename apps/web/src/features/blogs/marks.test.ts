import { expect, test } from 'vitest';
import { type Mark, surrounded } from './marks.ts';

function put(value: string, [selectionStart, selectionEnd]: [number, number], mark: Mark) {
  const { start, end, text, select } = surrounded({ value, selectionStart, selectionEnd }, mark);
  const after = value.slice(0, start) + text + value.slice(end);
  return [after, after.slice(...select)];
}

const bold: Mark = { around: ['**', '**'] };
const list: Mark = { line: '- ' };

test.each([
  ['a word here', [2, 6], bold, 'a **word** here', 'word'],
  ['', [0, 0], bold, '****', ''],
  ['one\ntwo\nthree', [5, 9], list, 'one\n- two\n- three', ''],
  ['one', [3, 3], list, '- one', ''],
  ['', [0, 0], list, '- ', ''],
] as const)('%j with %j selected', (value, selected, mark, after, selection) => {
  expect(put(value, [...selected], mark)).toEqual([after, selection]);
});
