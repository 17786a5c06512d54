/** One measured figure, and whether it is as expected. */
export interface Figure {
  figure: string;
  value: unknown;
  target: string;
  ok: boolean;
  /** Values that only a quiet machine can show, such as durations and throughput. CI does not judge them. */
  fast?: boolean;
}

/** How much a proof tries: what takes a few minutes, or everything, or little enough for CI. */
export interface Size {
  full: boolean;
  small: boolean;
  /** The input instead of the proof's own: for `render` and `uploads`. */
  file?: string | undefined;
  /** The searches for `search-words` instead of its own. */
  set?: string | undefined;
}

/** How much input a proof uses, by its size. */
export const sized = <T>({ full, small }: Size, little: T, usual: T, all: T): T =>
  full ? all : small ? little : usual;
