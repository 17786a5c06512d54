import type { FileRefusal } from '@carecommons/contract/administration-rules';
import { errorCodes, type ErrorCode, type FieldError, type ProblemBody } from '@carecommons/contract/errors';
import type { SignInWays } from '@carecommons/contract/passkeys';

interface Details {
  /** Replaces the code's own sentence for a person. */
  message?: string;
  /** The wrong fields, each with its own sentence. */
  errors?: FieldError[];
  /** Answer headers, such as `Retry-After`. */
  headers?: Record<string, string>;
  /** The nearest free times, with `slot_taken`. */
  freeTimes?: string[];
  /** How to go on, with `code_required`. */
  secondStep?: { ticket: string; ways: SignInWays };
  /** The system's own error behind it, for the log alone. */
  cause?: unknown;
}

/** An expected refusal. Thrown anywhere below a route, answered as `application/problem+json` (RFC 9457). */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[];
  readonly headers: Record<string, string>;
  readonly freeTimes: string[] | undefined;
  readonly secondStep: Details['secondStep'];

  constructor(code: ErrorCode, { message, errors = [], headers = {}, freeTimes, secondStep, cause }: Details = {}) {
    super(message ?? errorCodes[code].message, { cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.errors = errors;
    this.headers = headers;
    this.freeTimes = freeTimes;
    this.secondStep = secondStep;
  }

  body(): ProblemBody {
    return {
      type: 'about:blank',
      title: errorCodes[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      message: this.message,
      errors: this.errors,
      ...(this.freeTimes === undefined ? {} : { free_times: this.freeTimes }),
      ...this.secondStep,
    };
  }
}

/** Why a stored file cannot be given out: its key is not at hand, its key was destroyed, or it is not what was stored. */
export type Unreadable = Extract<FileRefusal, 'key_missing' | 'erased' | 'damaged'>;

const unreadable = { key_missing: 'key_missing', erased: 'not_found', damaged: 'internal_error' } as const;

/** The refusal of a stored file; pages say it in words of their own. */
export class UnreadableFile extends Problem {
  readonly why: Unreadable;

  constructor(why: Unreadable, { cause }: Pick<Details, 'cause'> = {}) {
    super(unreadable[why], { cause, ...(why === 'key_missing' ? { headers: { 'retry-after': '300' } } : {}) });
    this.why = why;
  }
}

/** The refusal of one field. */
export function invalidField(field: string, message: string): Problem {
  return new Problem('invalid_input', { errors: [{ field, message }] });
}

/** The refusal of a file for what it holds, under the field it came in. */
export const refusedFile = (field: string, message: string) =>
  new Problem('unsupported_type', { message, errors: [{ field, message }] });

// What Fastify itself refuses, by its own error codes.
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
};

// What the database refuses because it is not there, too busy, or wants the transaction again: SQLSTATE classes and codes.
// 25006 is that of a standby, or of a primary that was put down.
const busyStates = new Set(
  '25006 25P03 25P04 40001 40P01 53100 53200 53300 55P03 57014 57P01 57P02 57P03 57P05'.split(' '),
);
// EMFILE, ENFILE: so many connections are open that there is none left for it.
const connectionErrors = new Set(
  'EAI_AGAIN ECONNREFUSED ECONNRESET EHOSTUNREACH EMFILE ENETUNREACH ENFILE ENOENT ENOTFOUND EPIPE ETIMEDOUT'.split(
    ' ',
  ),
);
// The driver gives these no code.
const connectionLost =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|Query read timeout/;

/** Turns whatever was thrown into the problem that is answered. Only `internal_error` is a fault of ours. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const { code = '', statusCode, message = '' } = thrown as { code?: string; statusCode?: number; message?: string };
  const known = fastifyCodes[code];
  if (known !== undefined) return new Problem(known);
  if (busyStates.has(code) || connectionErrors.has(code) || code.startsWith('08') || connectionLost.test(message)) {
    return new Problem('busy', { headers: { 'retry-after': '2' }, cause: thrown });
  }
  if (statusCode === 400) return new Problem('invalid_input');
  return new Problem('internal_error');
}
