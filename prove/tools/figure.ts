/** One measured figure, and whether it is what it should be. */
export interface Figure {
  figure: string;
  value: unknown;
  target: string;
  ok: boolean;
  /** What only a quiet machine can show, where there is such a thing: times, and how much is done in them. CI does not judge it. */
  fast?: boolean;
}

/** How much a proof tries: what a few minutes hold, or all; or so little that CI has the time for it. */
export interface Size {
  full: boolean;
  small: boolean;
  /** What to try in place of what a proof brings along: of `render` and `uploads`. */
  file?: string | undefined;
  /** The searches that `search-words` makes in place of its own. */
  set?: string | undefined;
}

/** What a proof takes of what it tries, by its size. */
export const sized = <T>({ full, small }: Size, little: T, usual: T, all: T): T =>
  full ? all : small ? little : usual;
