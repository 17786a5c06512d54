/** Something that happened at a moment, with a key of its own. */
export interface Moment {
  key: string;
  /** ISO 8601. */
  at: string;
}

/** What is known of a list that comes page by page, newest first. */
export interface Known<Row extends Moment> {
  rows: readonly Row[];
  /** Whether there is more of it, further back. */
  more: boolean;
}

/**
 * Several lists as one, newest first, as far back as all of them are known; and which of them to ask for more to see
 * further. What is known of one beyond that waits: something of another may belong before it.
 */
export function mergedLists<Row extends Moment>(lists: readonly Known<Row>[]): { rows: Row[]; behind: number[] } {
  const timeOf = ({ at }: Moment) => Date.parse(at);
  const ends = lists.map(({ rows, more }) => {
    const last = rows.at(-1);
    return !more ? -Infinity : last === undefined ? Infinity : timeOf(last);
  });
  const until = Math.max(-Infinity, ...ends);
  return {
    rows: lists
      .flatMap(({ rows }) => rows)
      .filter((row) => timeOf(row) >= until)
      .toSorted((one, other) => timeOf(other) - timeOf(one)),
    behind: until === -Infinity ? [] : ends.flatMap((end, at) => (end === until ? [at] : [])),
  };
}
