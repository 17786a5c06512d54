import { expect, test } from 'vitest';
import { faultOfFile } from './file-check.ts';

const twentyMegabytes = 20 * 1024 * 1024;

test.each([
  ['report.pdf', 'application/pdf', 1, undefined],
  ['scan.PNG', 'image/png', twentyMegabytes, undefined],
  ['scan.JPEG', '', 5, undefined],
  ['scan.jpg', 'image/jpeg', twentyMegabytes + 1, 'too-large'],
  ['report.pdf', 'application/pdf', 0, 'empty'],
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 5, 'wrong-type'],
  ['page.html', 'text/html', 5, 'wrong-type'],
  ['picture.svg', 'image/svg+xml', 5, 'wrong-type'],
  ['photo.HEIC', '', 5, undefined],
  ['photo', 'image/heic', 5, undefined],
  ['report', '', 5, 'wrong-type'],
  ['film.mp4', 'video/mp4', twentyMegabytes + 1, 'wrong-type'],
])('%s of type "%s" with %i bytes: %s', (name, type, size, fault) => {
  expect(faultOfFile({ name, type, size })).toBe(fault);
});
