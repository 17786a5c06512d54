interface Span {
  from: number;
  to: number;
}

/** Which of how many lanes beside each other something is drawn in. */
export interface InLane<Item> {
  item: Item;
  lane: number;
  lanes: number;
}

/** Puts what overlaps side by side: each in the first lane that is free, as wide as all that it touches allow. */
export function sideBySide<Item extends Span>(items: readonly Item[]): InLane<Item>[] {
  const placed: InLane<Item>[] = [];
  let group: InLane<Item>[] = [];
  let ends: number[] = [];
  function close() {
    for (const one of group) one.lanes = ends.length;
    placed.push(...group);
    [group, ends] = [[], []];
  }
  for (const item of items.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    if (ends.every((end) => end <= item.from)) close();
    const free = ends.findIndex((end) => end <= item.from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = item.to;
    group.push({ item, lane, lanes: 1 });
  }
  close();
  return placed;
}
