import { expect, test, vi } from 'vitest';
import { openProgress } from './progress.ts';

test('a bar on a terminal, a line every few seconds elsewhere', () => {
  vi.useFakeTimers();
  for (const isTTY of [true, false]) {
    let said = '';
    const progress = openProgress({ isTTY, write: (text: string) => (said += text) });
    progress.begin('files', 10);
    for (let n = 0; n < 10; n++) {
      vi.advanceTimersByTime(1000);
      progress.step(1);
    }
    progress.end();
    if (isTTY) expect(said).toContain('[############............] 50 %  files');
    else expect(said.split('\n')).toEqual(['files: 30 %', 'files: 60 %', 'files: 90 %', '']);
  }
  vi.useRealTimers();
});
