import { expect, test } from 'vitest';
import { contentDisposition, safeFileName } from './content-disposition.ts';

test.each([
  ['Blood count', 'Blood count.pdf'],
  ['  a \n b\t', 'a b.pdf'],
  ['', 'report.pdf'],
  ['...', 'report.pdf'],
  ['../../etc/passwd', 'etc passwd.pdf'],
  ['C:\\Windows\\x', 'C Windows x.pdf'],
  ['a<b>|c?"d"*', 'a b c d.pdf'],
  ['CON', '_CON.pdf'],
  ['lpt1.x', '_lpt1.x.pdf'],
  ['console', 'console.pdf'],
  ['\u202Efdp.exe', 'fdp.exe.pdf'],
  ['a\u0000b\u200Bc\uFEFF', 'abc.pdf'],
  ['a\uD800b', 'a\uFFFDb.pdf'],
  ['रक्त जाँच', 'रक्त जाँच.pdf'],
  ['e\u0301', '\u00e9.pdf'],
  ['😀'.repeat(100), `${'😀'.repeat(80)}.pdf`],
])('%j is saved as %j', (title, name) => {
  expect(safeFileName(title, 'pdf')).toBe(name);
});

test.each([
  ['Röntgen.pdf', `inline; filename="R_ntgen.pdf"; filename*=UTF-8''R%C3%B6ntgen.pdf`],
  ["a'b(c)!*.pdf", `inline; filename="a'b(c)!*.pdf"; filename*=UTF-8''a%27b%28c%29%21%2a.pdf`],
])('%j in the header', (name, header) => {
  expect(contentDisposition('inline', name)).toBe(header);
});
