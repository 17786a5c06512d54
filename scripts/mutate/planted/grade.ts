// Each line is a case of the runner: what becomes of its mutants is known (`../mutants.test.mjs`).
const names = ['low', 'high'];

export const grade = (points: number) => (points < 50 ? names[0] : names[1]);

export const hasPassed = (mark: number) => mark > 5;

export const isUnnoticed = (points: number) => points > 7;

export const neverCalled = (points: number) => points >= 3;

export function countTo(end: number) {
  let count = 0;
  while (count < end) {
    count++;
  }
  return count;
}
