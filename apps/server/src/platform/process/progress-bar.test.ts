import { expect, test, vi } from 'vitest';
import { openProgress } from './progress-bar.ts';

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
    if (isTTY) expect(said).toContain('[############............] 50 %  files, about 5 s left');
    else
      expect(said.split('\n')).toEqual([
        'files: 30 %',
        'files: 60 %, about 4 s left',
        'files: 90 %, about 1 s left',
        '',
      ]);
  }
  vi.useRealTimers();
});
