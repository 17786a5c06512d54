/** Where an arrow key leads in a list of so many; from the last one, and from the first, on to the box itself, which is -1. */
export const nextOption = (active: number, step: number, count: number) =>
  ((active + 1 + step + count + 1) % (count + 1)) - 1;
