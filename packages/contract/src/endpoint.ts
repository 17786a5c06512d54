import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Rights that a person can have in addition to the role. They are grants, not roles. */
export const grants = ['administrator', 'moderator', 'verifier'] as const;
export type Grant = (typeof grants)[number];

/** The role of an account: `unknown` has no profile yet. */
export const roles = ['unknown', 'patient', 'healthcare_provider'] as const;
export type Role = (typeof roles)[number];

/** Who may call an endpoint at all. Access to a single object is decided where its row is read. */
export type Access = 'anyone' | 'signed-in' | { readonly grant: Grant };

type Schema = z.ZodMiniType;

/** One endpoint of the API: its address, who may call it, its input and its response. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Ends with a slash; parameters are `:name`. */
  readonly path: `/${string}/`;
  readonly access: Access;
  /** What it does, for the API description. */
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * Takes `multipart/form-data` instead of JSON: one file of at most `bytes` bytes in the field `file`, and the text
   * fields in `texts`.
   */
  readonly upload?: { readonly file: string; readonly bytes: number; readonly texts: Schema };
  /** Returns a file of one of these media types instead of JSON. `reply` is then not used. */
  readonly files?: readonly string[];
  /** With these statuses the response is a small HTML page, because a person opens the address in a browser. */
  readonly refusalPages?: readonly (403 | 410 | 500 | 503)[];
  /** Fields that this schema does not name never leave the server. */
  readonly reply: Schema;
  /** Status of a success; 200 if absent. */
  readonly status?: 200 | 201;
  /** Errors in addition to those that every endpoint of this access and shape has. */
  readonly errors?: readonly ErrorCode[];
}

/** Declares an endpoint. It does not compile without `access`. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Parsed<S, Absent> = S extends Schema ? z.output<S> : Absent;
type Given<S, Absent> = S extends Schema ? z.input<S> : Absent;

/** What a handler gets, after validation. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params'], Record<never, never>>;
export type QueryOf<E extends Endpoint> = Parsed<E['query'], Record<never, never>>;
export type BodyOf<E extends Endpoint> = Parsed<E['body'], undefined>;
/** What a caller sends. */
export type BodyFor<E extends Endpoint> = Given<E['body'], undefined>;
export type QueryFor<E extends Endpoint> = Given<E['query'], undefined>;
/** What a caller gets. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
