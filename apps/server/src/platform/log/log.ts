import { pino } from 'pino';

/**
 * The log: one JSON object a line. Callers name each field, and never pass a body, a query, a name, an address or a
 * token: what is personal has no field here.
 */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

/** Everything that may stand in a log line. */
export interface LogFields {
  request_id?: string;
  /** Of the trace that the line belongs to, where there are traces. */
  trace_id?: string;
  span_id?: string;
  method?: string;
  /** The route's pattern, never the address itself. */
  route?: string;
  status?: number;
  /** Milliseconds. */
  ms?: number;
  /** An error's code, ours or the system's. */
  code?: string | undefined;
  /** A fault's class and stack, for faults of ours alone. */
  fault?: string;
  pid?: number;
  port?: number;
  path?: string;
  count?: number;
  setting?: string;
  migration?: string;
  /** Of a master key. */
  version?: number;
  way?: string;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Opens the log on standard error, so that standard output stays for the person who starts the product. What `inEach` gives
 * stands in each line.
 */
export function openLog(level: LogLevel, inEach?: () => LogFields): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, ...(inEach && { mixin: inEach }) },
    pino.destination({ fd: 2, sync: false }),
  );
}
