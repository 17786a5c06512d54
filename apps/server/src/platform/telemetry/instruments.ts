import type { LogEvent } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import type { Files } from '../files/files.ts';
import type { Work } from '../jobs/jobs.ts';
import type { Live } from '../live/live.ts';
import type { Logger } from '../log/log.ts';
import { spanOfStatement, spansOfFiles, spansOfWork, setTracer } from './tracing.ts';

/**
 * Metrics and traces, as far as the settings ask for them. What is not asked for is not even loaded, and everything is
 * handed back as it came.
 */
export async function openInstruments({ metrics: address, tracing }: Pick<Config, 'metrics' | 'tracing'>, log: Logger) {
  const metrics = address && (await import('./metrics.ts')).openMetrics(log);
  const tracer = tracing && (await import('./trace-export.ts')).openTracer(tracing, log);
  let listening: { port: number; close(): Promise<void> } | undefined;
  setTracer(tracer);

  function onStatement(event: LogEvent) {
    metrics?.onStatement(event);
    spanOfStatement(event);
  }

  return {
    times: metrics?.times,
    onStatement: metrics === undefined && tracer === undefined ? undefined : onStatement,

    /** The same files, watched. */
    ofFiles: (files: Files) => (tracer === undefined ? files : spansOfFiles(files)),

    /** The same work, watched. */
    ofWork(work: Record<string, Work>): Record<string, Work> {
      const traced = tracer === undefined ? work : spansOfWork(work);
      return metrics?.ofWork(traced) ?? traced;
    },

    /** Offers the metrics of a server that is built, and tells at which port. Throws a StartError where their port is taken. */
    async start(server: { db: Db; live: Pick<Live, 'counts'>; lifecycle: { draining: boolean } }) {
      if (metrics === undefined || address === undefined) return;
      metrics.measure(server);
      listening = await metrics.listen(address);
      return listening.port;
    },

    /** Sends what is left of the traces, and offers nothing more. */
    async close() {
      await tracer?.stop();
      setTracer(undefined);
      await listening?.close();
    },
  };
}
