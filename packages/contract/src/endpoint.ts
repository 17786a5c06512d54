import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Powers given to a person beside the role. They are grants, never roles. */
export const grants = ['administrator', 'moderator', 'verifier'] as const;
export type Grant = (typeof grants)[number];

/** What an account is: `unknown` has no profile yet. */
export const roles = ['unknown', 'patient', 'healthcare_provider'] as const;
export type Role = (typeof roles)[number];

/** Who may call an endpoint at all. What a caller may see or do with one object is decided where its row is read. */
export type Access = 'anyone' | 'signed-in' | { readonly grant: Grant };

type Schema = z.ZodMiniType;

/** One call of the API: where it is, who may make it, what it takes and what it answers. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Ends in a slash; parameters as `:name`. */
  readonly path: `/${string}/`;
  readonly access: Access;
  /** One sentence for the readable documentation. */
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * Takes `multipart/form-data` in place of JSON: one file of at most so many bytes in the field `file`, and the texts
   * that `texts` names beside it.
   */
  readonly upload?: { readonly file: string; readonly bytes: number; readonly texts: Schema };
  /** Answers with a file of one of these media types in place of JSON; `reply` then says nothing. */
  readonly files?: readonly string[];
  /** Refuses with a small page of HTML, in these statuses: a person opens the address in a browser. */
  readonly refusalPages?: readonly (403 | 410 | 500 | 503)[];
  /** Only what this schema names ever leaves the server. */
  readonly reply: Schema;
  /** Status of a success; 200 when absent. */
  readonly status?: 200 | 201;
  /** Errors beyond those that every endpoint of this access and shape has. */
  readonly errors?: readonly ErrorCode[];
}

/** Declares an endpoint. Without `access` it does not compile. */
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
/** What comes back. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
