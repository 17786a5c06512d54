/** Metrics, traces, and gauges of what waits in the database. */
export { openInstruments } from './instruments.ts';
export type { RequestTimes } from './request-times.ts';
export { spanned, traceIds, traceRequests } from './tracing.ts';
