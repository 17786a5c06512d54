/**
 * How many letters two words differ by: wrong, missing, added, or swapped with their neighbour (optimal string alignment).
 * `begun` is the least of it for any beginning of the second word, as for one who is still typing.
 */
export function spellingDistance(typed: string, word: string): { whole: number; begun: number } {
  const a = [...typed];
  const b = [...word];
  let [before, last]: [number[], number[]] = [[], b.map((_, column) => column + 1)];
  last.unshift(0);
  for (const [row, letter] of a.entries()) {
    const now = [row + 1];
    for (const [column, other] of b.entries()) {
      const changed = (last[column] ?? 0) + (letter === other ? 0 : 1);
      const swapped = letter === b[column - 1] && a[row - 1] === other ? (before[column - 1] ?? 0) + 1 : Infinity;
      now.push(Math.min(changed, swapped, (last[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    [before, last] = [last, now];
  }
  return { whole: last.at(-1) ?? 0, begun: Math.min(...last) };
}

/** Of `words` those that may have been meant, the likeliest first: one error in four letters is forgiven, and always one. */
export function likelyMeant(typed: string, words: readonly string[]) {
  const letters = [...typed].length;
  const forgiven = Math.max(1, Math.floor(letters / 4));
  return words
    .map((word) => ({ word, ...spellingDistance(typed, word) }))
    .filter(({ whole, begun }) => whole <= forgiven || (letters > 4 && begun <= forgiven))
    .toSorted((one, other) => one.whole - other.whole);
}
