import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger as StatementLogger } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { type Db, poolCounts } from '../db/db.ts';
import { fileBytes } from '../files/files.ts';
import type { Job, Work } from '../jobs/jobs.ts';
import type { Live } from '../live/live.ts';
import type { Logger } from '../log/log.ts';
import { hashingCounts } from '../auth/auth.ts';
import { cacheCounts } from '../cache/cache.ts';
import { openRequestTimes } from './request-times.ts';
import { StartError } from '../errors/errors.ts';
import { productVersion } from '../process/process.ts';
import { addQueueGauges } from './queue-gauges.ts';

// Several processes of one start, and several starts on one machine, each take a port of their own.
const portsAtMost = 16;

/** What is measured besides what the parts of the product count by themselves. */
interface Measured {
  db: Db;
  live: Pick<Live, 'counts'>;
  lifecycle: { draining: boolean };
}

export type Metrics = ReturnType<typeof openMetrics>;

/**
 * The metrics of this process, for Prometheus. A label is a route's pattern, a kind of job or a word of ours, and never what
 * came from a person: neither a name nor a number, nor an address.
 */
export function openMetrics(log: Logger) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'carecommons_build_info',
    help: 'Always 1: which version runs on which Node.',
    labelNames: ['version', 'node'],
    registers,
  })
    .labels(productVersion, process.versions.node)
    .set(1);
  const times = openRequestTimes(registry);
  const statements = new Histogram({
    name: 'carecommons_database_statement_duration_seconds',
    help: 'How long statements took, the wait for a connection left out.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    registers,
  });
  const errors = new Counter({
    name: 'carecommons_database_errors_total',
    help: 'Statements that failed, by the first two characters of their SQLSTATE; "connection" where there is none.',
    labelNames: ['class'],
    registers,
  });
  const jobs = new Histogram({
    name: 'carecommons_job_duration_seconds',
    help: 'How long tries of jobs took.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 1, 10, 60],
    registers,
  });

  /** Numbers that are looked up when they are asked for, by `label`; a counter where the name says so. */
  function readWords<Word extends string>(name: string, help: string, label: string, of: () => Record<Word, number>) {
    // Both can be put back to nothing and raised.
    const Metric = (name.endsWith('_total') ? Counter : Gauge) as typeof Gauge;
    new Metric({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [word, value] of Object.entries<number>(of())) this.labels(word).inc(value);
      },
    });
  }

  function read(name: string, help: string, value: () => number) {
    const Metric = (name.endsWith('_total') ? Counter : Gauge) as typeof Gauge;
    new Metric({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  }

  /** Begins to measure a server that is built. */
  function measure({ db, live, lifecycle }: Measured) {
    read('carecommons_draining', '1 while the server finishes what runs and takes nothing more.', () =>
      Number(lifecycle.draining),
    );
    read('carecommons_live_connections', 'Open WebSockets.', () => live.counts().connections);
    readWords('carecommons_live_texts_total', 'Live texts, one for each receiver.', 'outcome', () => {
      const { sent, dropped } = live.counts();
      return { sent, dropped };
    });
    readWords('carecommons_database_connections', 'Connections of the pool.', 'state', () => {
      const { total, idle } = poolCounts(db);
      return { busy: total - idle, idle };
    });
    read('carecommons_database_waiting', 'Calls that wait for a connection.', () => poolCounts(db).waiting);
    readWords('carecommons_password_hashing', 'Passwords being hashed, and waiting for it.', 'state', () => {
      const { running, waiting } = hashingCounts();
      return { running, waiting };
    });
    read(
      'carecommons_password_hashing_refused_total',
      'Refused with 503, for too many waited.',
      () => hashingCounts().refused,
    );
    readWords('carecommons_cache_answers_total', 'Answers that are the same for everybody.', 'result', () => {
      const { hits, misses } = cacheCounts();
      return { hit: hits, miss: misses };
    });
    readWords('carecommons_file_bytes_total', 'Content written to files, and read from them.', 'way', fileBytes);
    addQueueGauges(db, registry);
  }

  return {
    measure,
    times,

    /** For `connect`: how long statements take and which fail. */
    onStatement: ((event) => {
      statements.observe(event.queryDurationMillis / 1000);
      if (event.level === 'error') errors.labels(classOf(event.error)).inc();
    }) satisfies StatementLogger,

    /** The same work, with its tries counted. */
    ofWork(work: Record<string, Work>): Record<string, Work> {
      const timed = (kind: string, done: Work) => async (job: Job, goesOn: () => void) => {
        const end = jobs.startTimer({ kind });
        let outcome = 'failed';
        try {
          await done(job, goesOn);
          outcome = 'done';
        } finally {
          end({ outcome });
        }
      };
      return Object.fromEntries(Object.entries(work).map(([kind, done]) => [kind, timed(kind, done)]));
    },

    /**
     * Listens for Prometheus, apart from the site, at `/metrics` alone. Of several processes of one start the first takes the
     * port, the others the next ones. Throws a StartError where it is taken.
     */
    async listen({ host, port }: NonNullable<Config['metrics']>) {
      const server = createServer({ requestTimeout: 5000, keepAliveTimeout: 72_000 }, (request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
        registry.metrics().then(
          (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
          (error: Error) => {
            log.error({ fault: error.stack ?? error.message }, 'the metrics could not be read');
            response.writeHead(500).end();
          },
        );
      });
      await listenFrom(server, host, port, cluster.isWorker && port > 0 ? portsAtMost : 1);
      const { port: taken } = server.address() as AddressInfo;
      log.info({ port: taken }, 'metrics can be read');
      return {
        port: taken,
        async close() {
          server.close();
          server.closeAllConnections();
        },
      };
    },
  };
}

/** "23" for 23505; a driver's or the system's own error has no SQLSTATE. */
function classOf(error: unknown) {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[\dA-Z]{5}$/.test(code) ? code.slice(0, 2) : 'connection';
}

async function listenFrom(server: Server, host: string, port: number, tries: number): Promise<void> {
  // Exclusive: else the processes of a cluster would share it, and each answer for another one.
  server.listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EADDRINUSE' && tries > 1) return await listenFrom(server, host, port + 1, tries - 1);
    throw new StartError(`The metrics cannot be offered at METRICS_PORT ${port} of ${host}: ${code}.`);
  }
}
