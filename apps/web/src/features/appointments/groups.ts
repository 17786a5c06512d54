/** Rows that follow each other and have the same label, together under it. */
export function groupsOf<Row>(rows: readonly Row[], labelOf: (row: Row) => string): [label: string, rows: Row[]][] {
  const groups: [string, Row[]][] = [];
  for (const row of rows) {
    const label = labelOf(row);
    const last = groups.at(-1);
    if (last?.[0] === label) last[1].push(row);
    else groups.push([label, [row]]);
  }
  return groups;
}
