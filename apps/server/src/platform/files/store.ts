import type { Readable } from 'node:stream';
import { Problem } from '../errors/errors.ts';

/** A part of a file, both ends included. */
export interface Range {
  start: number;
  end: number;
}

/** A whole file that is open. A range names its first and its last byte; without one, all is read. */
export interface OpenFile {
  bytes: number;
  read(range?: Range): Readable;
  close(): Promise<void>;
}

/** A file as a list has it. */
export interface ListedFile {
  name: string;
  bytes: number;
  changed: Date;
}

/**
 * Where whole files lie, under names of 40 hexadecimal digits that never come again with another content. All verbs throw
 * `busy` (with `Retry-After`) where the place is away, and what the disk throws.
 */
export interface FileStore {
  /** Takes over a whole file from the disk; once it resolves the file survives a power cut. The same name again with the same content is no error. */
  put(name: string, path: string): Promise<void>;
  /** Opens one before anything is promised about it. Throws a MissingFile where there is none. */
  open(name: string): Promise<OpenFile>;
  /** It is no error where there is none. */
  remove(name: string): Promise<void>;
  /** All of them in the order of their names, those after a name alone where one is given. */
  list(after?: string): AsyncIterable<ListedFile>;
  /** Where one lies, in words for the log. */
  locationOf(name: string): string;
  /** Whether others answer for it: then nothing may be held while it is asked, no connection to the database above all. */
  isAway: boolean;
}

/** There is no file of that name in a store. */
export class MissingFile extends Error {}

/** The names of whole files; whatever else lies in a store is somebody else's. */
export const isFileName = (name: string) => /^[\da-f]{40}$/.test(name);

/** What is answered where a store is away. */
export const storeAway = (cause: unknown) => new Problem('busy', { cause, headers: { 'retry-after': '5' } });
