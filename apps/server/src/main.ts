import cluster from 'node:cluster';
import { readConfig } from './platform/config/config.ts';
import { openLog } from './platform/log/log.ts';
import { StartError } from './platform/errors/errors.ts';

/** One process that does everything, or as many as WORKERS says, with one that keeps them running and loads no more than that needs. */
async function main() {
  const config = readConfig();
  const log = openLog(config.logLevel, config.tracing && (await import('./platform/telemetry/telemetry.ts')).traceIds);
  if (config.workers > 1 && cluster.isPrimary) await (await import('./lead.ts')).lead(config, log);
  else await (await import('./serve.ts')).serve(config, log);
}

try {
  await main();
  process.exit();
} catch (error) {
  const message = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error));
  if (message !== '') process.stderr.write(`${message}\n`);
  process.exit(1);
}
